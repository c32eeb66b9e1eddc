// category: uninitialised-global
// shows: only the part of the array that was written is read in kernels; memory set by cudaMemset is initialised
#include <cstdio>

__global__ void write_even(int *x, int n)
{
    int i = 2 * threadIdx.x;
    if (i < n) x[i] = i;
}

__global__ void sum_even(const int *x, const int *zero, int n, int *r)
{
    int s = 0;
    for (int i = 0; i < n; i += 2) s += x[i] + zero[i / 2];
    *r = s;
}

int main()
{
    const int n = 99;
    int *x, *zero, *r, h;
    cudaMalloc(&x, 2 * n * sizeof(int));        // far more than is used
    cudaMalloc(&zero, n * sizeof(int));
    cudaMalloc(&r, sizeof(int));
    cudaMemset(zero, 0, n * sizeof(int));
    write_even<<<1, 64>>>(x, n);
    sum_even<<<1, 1>>>(x, zero, n, r);
    cudaMemcpy(&h, r, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(x); cudaFree(zero); cudaFree(r);
    return h != 49 * 50;
}
