// expect: ok
// SPDX-License-Identifier: MIT
//
// symbols.cu: many addresses of __device__ variables, requested by two threads at once. Each
// stays known, so that copies from and to it are accepted.
#include <thread>
#include <vector>

#include "../headers/check.h"

#define TEN(ten, DO) \
    DO(ten##0) DO(ten##1) DO(ten##2) DO(ten##3) DO(ten##4) DO(ten##5) DO(ten##6) DO(ten##7) \
        DO(ten##8) DO(ten##9)
#define HUNDRED(hundred, DO) \
    TEN(hundred##0, DO) TEN(hundred##1, DO) TEN(hundred##2, DO) TEN(hundred##3, DO) \
    TEN(hundred##4, DO) TEN(hundred##5, DO) TEN(hundred##6, DO) TEN(hundred##7, DO) \
    TEN(hundred##8, DO) TEN(hundred##9, DO)
#define ALL(DO) HUNDRED(1, DO) HUNDRED(2, DO) HUNDRED(3, DO)

#define DEFINE(number) __device__ int variable_##number[2];
ALL(DEFINE)

static std::vector<int *> addresses[2];

static void request(std::vector<int *> &list)
{
    int *p, value[2] = {0, 0};
#define REQUEST(number) \
    HOST_CHECK(cudaGetSymbolAddress((void **)&p, variable_##number) == cudaSuccess); \
    HOST_CHECK(cudaMemcpy(p, value, sizeof value, cudaMemcpyHostToDevice) == cudaSuccess); \
    list.push_back(p);
    ALL(REQUEST)
}

int main()
{
    std::thread other(request, std::ref(addresses[1]));
    request(addresses[0]);
    other.join();
    HOST_CHECK(addresses[0].size() == 300 && addresses[0] == addresses[1]);
    for (int *p : addresses[0]) {
        int value = 1;
        HOST_CHECK(cudaMemcpy(&value, p + 1, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
        HOST_CHECK(value == 0);
    }
    return check_result();
}
