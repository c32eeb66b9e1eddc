// expect: ok output "24 7"
// Arrays of variable length exist in host code.
#include <cstdio>

__global__ void fill(int *p) { p[threadIdx.x] = (int)threadIdx.x; }

template <class T> static T last(int n)
{
    T values[n];
    for (int i = 0; i < n; i++)
        values[i] = (T)i;
    return values[n - 1];
}

int main()
{
    int n = 8, size[n], table[n][3], *d;
    for (int i = 0; i < n; i++)
        table[i][2] = size[i] = 3 * (i + 1);
    cudaMalloc(&d, 128);
    fill<<<1, n>>>(d);
    cudaMemcpy(size, d, sizeof size, cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%d %d\n", table[n - 1][2], size[last<int>(n)]);
}
