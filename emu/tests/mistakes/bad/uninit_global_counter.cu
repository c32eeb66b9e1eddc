// category: uninitialised-global
// mistake: the counter comes fresh from cudaMalloc and is never set to zero
// line: 11
// cure: cudaMemset(count, 0, sizeof(int)) before the launch
#include <cstdio>

__global__ void count_even(const int *v, int n, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && v[i] % 2 == 0)
        atomicAdd(count, 1);    // MISTAKE
}

int main()
{
    const int n = 900;
    int h[n], result, *v, *count;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&v, sizeof(h));
    cudaMalloc(&count, sizeof(int));
    cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice);
    count_even<<<(n + 63) / 64, 64>>>(v, n, count);
    cudaMemcpy(&result, count, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d even numbers\n", result);
    cudaFree(v);
    cudaFree(count);
    return result != n / 2;
}
