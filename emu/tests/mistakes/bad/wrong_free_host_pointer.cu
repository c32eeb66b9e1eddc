// category: wrong-free
// mistake: the host array from malloc is given to cudaFree
// line: 26
// cure: free() for malloc, cudaFree for cudaMalloc, cudaFreeHost for cudaMallocHost
#include <stdio.h>
#include <stdlib.h>

__global__ void negate(float *x, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) x[i] = -x[i];
}

int main()
{
    const int n = 640;
    float *h_x = (float *)malloc(n * sizeof(float));
    float *d_x;
    for (int i = 0; i < n; ++i) h_x[i] = (float)i;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMemcpy(d_x, h_x, n * sizeof(float), cudaMemcpyHostToDevice);
    negate<<<n / 64, 64>>>(d_x, n);
    cudaMemcpy(h_x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h_x[639]);
    cudaFree(d_x);
    cudaFree(h_x);      // MISTAKE
    return 0;
}
