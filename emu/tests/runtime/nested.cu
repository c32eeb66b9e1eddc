// expect: ok
// SPDX-License-Identifier: MIT
//
// Kernels that launch kernels: children end before the parent counts as ended; a tail launch sees
// what they wrote; a sort that launches itself.
#include "../headers/check.h"

__global__ void child(int *out, int value) { out[threadIdx.x] = value + threadIdx.x; }
__global__ void tail(const int *out) { CHECK(out[3] == 13 && out[5] == 5); }

__global__ void parent(int *out)
{
    if (threadIdx.x != 0)
        return;
    tail<<<1, 1, 0, cudaStreamTailLaunch>>>(out);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    child<<<1, 4, 0, stream>>>(out, 10);
    cudaStreamDestroy(stream);
    out[5] = 5;
    CHECK(cudaGetLastError() == cudaSuccess);
}

__global__ void sort(int *x, int low, int high)
{
    int i = low, j = high;
    const int middle = x[(low + high) / 2];
    while (i <= j) {
        while (x[i] < middle)
            i++;
        while (x[j] > middle)
            j--;
        if (i <= j) {
            const int kept = x[i];
            x[i++] = x[j];
            x[j--] = kept;
        }
    }
    if (low < j)
        sort<<<1, 1>>>(x, low, j);
    if (i < high)
        sort<<<1, 1>>>(x, i, high);
}

int main()
{
    enum { N = 100 };
    int host[N], *x;
    for (int i = 0; i < N; i++)
        host[i] = i * 37 % N;
    cudaMalloc(&x, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    sort<<<1, 1>>>(x, 0, N - 1);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        HOST_CHECK(host[i] == i);
    parent<<<1, 32>>>(x);
    const int status = check_result();
    cudaFree(x);
    return status;
}
