// category: use-after-free
// mistake: the input is freed before the second kernel that still reads it
// line: 16
// cure: free x after the last kernel that uses it
#include <cstdio>

__global__ void square(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * x[i];
}

__global__ void add_to(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += x[i];    // MISTAKE
}

int main()
{
    const int n = 1 << 10;
    static float h[n];
    float *x, *y;
    for (int i = 0; i < n; ++i) h[i] = 2;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    square<<<4, 256>>>(x, y, n);
    cudaFree(x);
    add_to<<<4, 256>>>(x, y, n);
    cudaError_t e = cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%s, %g\n", cudaGetErrorString(e), h[5]);
    cudaFree(y);
    return e != cudaSuccess || h[5] != 6;
}
