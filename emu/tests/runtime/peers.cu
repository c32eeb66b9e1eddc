// expect: ok
// SPDX-License-Identifier: MIT
//
// Several GPUs: on the emulated one with EMU_GPUS=2, which this program sets for itself; on a
// machine with a single GPU nothing is tested.
#include "../headers/check.h"
#include <stdlib.h>

__global__ void fill(int *x, int value, int n)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        x[i] = value + i;
}

__global__ void add(int *to, const int *from, int n)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        to[i] += from[i];
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    const int n = 100;
    int count, device, can, *x[2], host[n];
    cudaGetDeviceCount(&count);
    if (count < 2)
        return 0;
    HOST_CHECK(cudaSetDevice(count) == cudaErrorInvalidDevice);
    cudaStream_t stream[2];
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaGetDevice(&device);
        HOST_CHECK(device == d);
        cudaMalloc(&x[d], n * sizeof(int));
        cudaStreamCreate(&stream[d]);
        fill<<<1, 128, 0, stream[d]>>>(x[d], 100 * d, n);
    }
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, x[1]);
    HOST_CHECK(attributes.device == 1 && attributes.type == cudaMemoryTypeDevice);
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        HOST_CHECK(cudaDeviceSynchronize() == cudaSuccess);
    }
    // From one to the other: a copy needs no access.
    HOST_CHECK(cudaMemcpy(host, x[1], sizeof host, cudaMemcpyDefault) == cudaSuccess);
    HOST_CHECK(host[7] == 107);
    HOST_CHECK(cudaMemcpyPeer(x[1], 1, x[0], 0, n * sizeof(int)) == cudaSuccess);
    cudaMemcpy(host, x[1], sizeof host, cudaMemcpyDeviceToHost);
    HOST_CHECK(host[7] == 7);
    // A kernel of GPU 0 that reads the memory of GPU 1.
    cudaSetDevice(0);
    HOST_CHECK(cudaDeviceCanAccessPeer(&can, 0, 1) == cudaSuccess && can);
    HOST_CHECK(cudaDeviceCanAccessPeer(&can, 0, 0) == cudaSuccess && !can);
    HOST_CHECK(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
    HOST_CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaSuccess);
    HOST_CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
    add<<<1, 128, 0, stream[0]>>>(x[0], x[1], n);
    HOST_CHECK(cudaStreamSynchronize(stream[0]) == cudaSuccess);
    cudaMemcpy(host, x[0], sizeof host, cudaMemcpyDeviceToHost);
    HOST_CHECK(host[7] == 14);
    // A copy between GPUs runs after all earlier work of both and before all later work: no race,
    // though no call waits.
    cudaSetDevice(0);
    fill<<<1, 128>>>(x[0], 50, n);
    HOST_CHECK(cudaMemcpyPeer(x[1], 1, x[0], 0, n * sizeof(int)) == cudaSuccess);
    cudaSetDevice(1);
    add<<<1, 128>>>(x[1], x[1], n);
    HOST_CHECK(cudaMemcpyPeer(x[0], 0, x[1], 1, n * sizeof(int)) == cudaSuccess);
    cudaSetDevice(0);
    add<<<1, 128>>>(x[0], x[0], n);
    cudaMemcpy(host, x[0], sizeof host, cudaMemcpyDeviceToHost);
    HOST_CHECK(host[7] == 4 * 57);
    cudaGetLastError(); // of the calls above
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaStreamDestroy(stream[d]);
        cudaFree(x[d]);
    }
    cudaSetDevice(0);
    return check_result();
}
