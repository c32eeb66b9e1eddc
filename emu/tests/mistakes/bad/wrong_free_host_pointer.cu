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

// expected:
// emu: cudaFree of a pointer that is not the start of its kind of memory
//   at      emu/tests/mistakes/bad/wrong_free_host_pointer.cu:26
//   address 0x...: memory of the host program
//   cure    pass the very pointer that the allocation gave, to the matching function
// emu: 1 kind of mistake, once; first: free at emu/tests/mistakes/bad/wrong_free_host_pointer.cu:26
// exit status 1
