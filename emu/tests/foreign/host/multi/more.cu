// foreign: several files: a second file with its own static kernel of the same name, and extern "C" launcher
#include "shared.h"

extern int launches;

// one block per row
static __global__ void kernel(int cols, const float *A, const float *x, float *y)
{
    __shared__ float part[BLOCK];
    const float *row = A + (size_t)blockIdx.x * cols;
    float s = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK) s += row[c] * x[c];
    part[threadIdx.x] = s;
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}

extern "C" int gpu_matvec(int rows, int cols, const float *A, const float *x, float *y)
{
    float *dA = nullptr, *dx = nullptr, *dy = nullptr;
    const size_t size_A = sizeof(float) * rows * cols;
    cudaError_t e;
    if ((e = cudaMalloc(&dA, size_A)) != cudaSuccess) goto done;
    if ((e = cudaMalloc(&dx, sizeof(float) * cols)) != cudaSuccess) goto done;
    if ((e = cudaMalloc(&dy, sizeof(float) * rows)) != cudaSuccess) goto done;
    if ((e = cudaMemcpy(dA, A, size_A, cudaMemcpyHostToDevice)) != cudaSuccess) goto done;
    if ((e = cudaMemcpy(dx, x, sizeof(float) * cols, cudaMemcpyHostToDevice)) != cudaSuccess) goto done;
    kernel <<< dim3(rows), dim3(BLOCK) >>> (cols, dA, dx, dy);
    ++launches;
    if ((e = cudaGetLastError()) != cudaSuccess) goto done;
    e = cudaMemcpy(y, dy, sizeof(float) * rows, cudaMemcpyDeviceToHost);
done:
    cudaFree(dA);
    cudaFree(dx);
    cudaFree(dy);
    return e;
}
