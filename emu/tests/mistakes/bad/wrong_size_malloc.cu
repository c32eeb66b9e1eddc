// category: wrong-size-in-bytes
// mistake: cudaMalloc is given the number of elements, not of bytes
// line: 10 18
// cure: n * sizeof(double)
#include <cstdio>

__global__ void fill(double *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = 0.5 * i;      // MISTAKE
}

int main()
{
    const int n = 3000;
    static double h[n];
    double *x;
    cudaMalloc(&x, n);              // MISTAKE
    fill<<<(n + 127) / 128, 128>>>(x, n);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(e));
    cudaMemcpy(h, x, n * sizeof(double), cudaMemcpyDeviceToHost);
    cudaFree(x);
    return h[n - 1] != 0.5 * (n - 1);
}
