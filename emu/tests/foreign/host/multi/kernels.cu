// foreign: several files: axpy kernel and its extern "C" launcher
#include "shared.h"

int launches = 0;       // also counted up in more.cu

static __global__ void kernel(int n, float a, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] += a * x[i];
}

extern "C" int gpu_axpy(int n, float a, const float *x, float *y)
{
    float *dx = 0, *dy = 0;
    size_t bytes = n * sizeof(float);
    cudaError_t e = cudaMalloc(&dx, bytes);
    if (e == cudaSuccess) e = cudaMalloc(&dy, bytes);
    if (e == cudaSuccess) e = cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
    if (e == cudaSuccess) e = cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
    if (e == cudaSuccess) {
        kernel<<<16, BLOCK>>>(n, a, dx, dy);
        ++launches;
        e = cudaGetLastError();
    }
    if (e == cudaSuccess) e = cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
    cudaFree(dx);
    cudaFree(dy);
    return e;
}

extern "C" const char *gpu_error(int code) { return cudaGetErrorString(static_cast<cudaError_t>(code)); }

extern "C" int gpu_launches(void) { return launches; }
