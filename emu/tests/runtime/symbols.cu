// expect: ok
// SPDX-License-Identifier: MIT
//
// symbols.cu: many addresses of __device__ variables, requested by two threads at once. Each
// stays known, so that copies from and to it are accepted.
#include <thread>
#include <vector>

#include "../headers/check.h"

#define FOUR(n, DO) DO(n##0) DO(n##1) DO(n##2) DO(n##3)
#define SIXTEEN(n, DO) FOUR(n##0, DO) FOUR(n##1, DO) FOUR(n##2, DO) FOUR(n##3, DO)
#define SIXTY_FOUR(n, DO) SIXTEEN(n##0, DO) SIXTEEN(n##1, DO) SIXTEEN(n##2, DO) SIXTEEN(n##3, DO)
#define ALL(DO) SIXTY_FOUR(0, DO) SIXTY_FOUR(1, DO) SIXTY_FOUR(2, DO) SIXTY_FOUR(3, DO) DO(last)

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
    HOST_CHECK(addresses[0].size() == 257 && addresses[0] == addresses[1]);
    for (int *p : addresses[0]) {
        int value = 1;
        HOST_CHECK(cudaMemcpy(&value, p + 1, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
        HOST_CHECK(value == 0);
    }
    return check_result();
}
