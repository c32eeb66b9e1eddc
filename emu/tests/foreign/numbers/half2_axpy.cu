// foreign: half2 axpy with intrinsics, operators and an odd tail; conversions; the same in bfloat16
#include <cmath>
#include <cstdio>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void haxpy2(int n, half a, const half *x, half *y)
{
    int start = threadIdx.x + blockDim.x * blockIdx.x;
    int stride = blockDim.x * gridDim.x;
    int n2 = n / 2;
    const half2 *x2 = (const half2 *)x;
    half2 *y2 = (half2 *)y;
    for (int i = start; i < n2; i += stride)
        y2[i] = __hfma2(__halves2half2(a, a), x2[i], y2[i]);
    if (start == 0 && (n % 2))
        y[n - 1] = __hfma(a, x[n - 1], y[n - 1]);
}

__global__ void haxpy_operators(int n, __half a, const __half *x, __half *y)
{
    for (int i = threadIdx.x + blockDim.x * blockIdx.x; i < n; i += blockDim.x * gridDim.x) {
        __half v = a * x[i];
        v += y[i];
        y[i] = v > __float2half(0.0f) ? v : -v;
    }
}

__global__ void bf16_axpy(int n, float a, const __nv_bfloat16 *x, __nv_bfloat16 *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = a * __bfloat162float(x[i]) + __bfloat162float(y[i]);
        y[i] = __float2bfloat16(v);
    }
}

__global__ void sum_half2(const half2 *x, int n2, float *sum)
{
    float2 s = make_float2(0, 0);
    for (int i = threadIdx.x; i < n2; i += blockDim.x) {
        float2 v = __half22float2(x[i]);
        s.x += v.x;
        s.y += v.y;
    }
    atomicAdd(sum, s.x + s.y);
}

int main()
{
    const int n = 4097;
    std::vector<half> x(n), y(n), r(n);
    std::vector<__nv_bfloat16> bx(n), by(n);
    for (int i = 0; i < n; ++i) {
        x[i] = __float2half(float(i % 64) / 8);
        y[i] = __float2half(float(i % 32) - 16);
        bx[i] = __float2bfloat16(float(i % 16));
        by[i] = __float2bfloat16(1.0f);
    }
    half *dx, *dy;
    __nv_bfloat16 *dbx, *dby;
    float *dsum, sum = 0, zero = 0;
    cudaMalloc(&dx, n * sizeof(half));
    cudaMalloc(&dy, n * sizeof(half));
    cudaMalloc(&dbx, n * sizeof(__nv_bfloat16));
    cudaMalloc(&dby, n * sizeof(__nv_bfloat16));
    cudaMalloc(&dsum, sizeof(float));
    cudaMemcpy(dx, x.data(), n * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(dbx, bx.data(), n * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice);
    cudaMemcpy(dby, by.data(), n * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice);
    cudaMemcpy(dsum, &zero, sizeof(float), cudaMemcpyHostToDevice);
    int bad = 0;

    cudaMemcpy(dy, y.data(), n * sizeof(half), cudaMemcpyHostToDevice);
    haxpy2<<<8, 128>>>(n, __float2half(2.0f), dx, dy);
    cudaMemcpy(r.data(), dy, n * sizeof(half), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) bad += __half2float(r[i]) != 2 * __half2float(x[i]) + __half2float(y[i]);

    cudaMemcpy(dy, y.data(), n * sizeof(half), cudaMemcpyHostToDevice);
    haxpy_operators<<<8, 128>>>(n, __float2half(0.5f), dx, dy);
    cudaMemcpy(r.data(), dy, n * sizeof(half), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) bad += __half2float(r[i]) != std::fabs(0.5f * __half2float(x[i]) + __half2float(y[i]));

    bf16_axpy<<<(n + 255) / 256, 256>>>(n, 3.0f, dbx, dby);
    cudaMemcpy(by.data(), dby, n * sizeof(__nv_bfloat16), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) bad += __bfloat162float(by[i]) != 3.0f * (i % 16) + 1.0f;

    sum_half2<<<1, 64>>>((const half2 *)dx, n / 2, dsum);
    cudaError_t err = cudaMemcpy(&sum, dsum, sizeof(float), cudaMemcpyDeviceToHost);
    bad += err != cudaSuccess || sum != 4096 / 64 * (63 * 64 / 2) / 8.0f;

    cudaFree(dx); cudaFree(dy); cudaFree(dbx); cudaFree(dby); cudaFree(dsum);
    printf("%s %d\n", bad ? "FAIL" : "PASS", bad);
    return bad != 0;
}
