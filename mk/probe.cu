// SPDX-License-Identifier: MIT
//
// probe.cu: does a kernel really run on a GPU of this machine?
//
// A driver may be missing, older than the toolkit, or have no device to offer: only a kernel whose
// result came back is a proof. Prints "8.6 NVIDIA GeForce RTX 3060" and exits 0, or prints CUDA's
// own reason and exits 1.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

static const int ANSWER = 42;

__global__ void write_answer(int *out, int answer) { *out = answer + (int)threadIdx.x; }

static void require(cudaError_t error)
{
    if (error != cudaSuccess) {
        printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
        exit(1);
    }
}

int main(void)
{
    int *d_out = NULL, out = 0;
    struct cudaDeviceProp gpu;

    require(cudaMalloc((void **)&d_out, sizeof *d_out));
    write_answer<<<1, 1>>>(d_out, ANSWER);
    require(cudaGetLastError());
    require(cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    require(cudaGetDeviceProperties(&gpu, 0));
    if (out != ANSWER) {
        printf("the kernel wrote %d instead of %d\n", out, ANSWER);
        return 1;
    }
    printf("%d.%d %s\n", gpu.major, gpu.minor, gpu.name);
    return 0;
}
