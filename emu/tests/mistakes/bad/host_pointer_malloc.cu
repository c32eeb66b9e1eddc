// category: host-pointer-in-kernel
// mistake: h_b, memory from malloc, is passed to the kernel
// line: 11 24
// cure: allocate d_b with cudaMalloc, copy h_b there and pass d_b
#include <stdio.h>
#include <stdlib.h>

__global__ void add(const int *a, const int *b, int *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];      // MISTAKE
}

int main()
{
    const int n = 500;
    size_t bytes = n * sizeof(int);
    int *h_a = (int *)malloc(bytes), *h_b = (int *)malloc(bytes), *h_c = (int *)malloc(bytes);
    for (int i = 0; i < n; i++) { h_a[i] = i; h_b[i] = 2 * i; h_c[i] = 0; }
    int *d_a, *d_c;
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_c, bytes);
    cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice);
    add<<<4, 128>>>(d_a, h_b, d_c, n);  // MISTAKE
    cudaError_t err = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(err));
    cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost);
    int ok = h_c[n - 1] == 3 * (n - 1);
    cudaFree(d_a); cudaFree(d_c);
    free(h_a); free(h_b); free(h_c);
    return ok ? 0 : 1;
}

// expected:
// emu: read of 4 bytes of host memory in a kernel
//   at      emu/tests/mistakes/bad/host_pointer_malloc.cu:11
//   kernel  add<<<(4,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address 0x...: memory of the host program
//   cure    copy the data with cudaMemcpy into memory from cudaMalloc, and pass that pointer
// emu: 1 kind of mistake, once; first: memory at emu/tests/mistakes/bad/host_pointer_malloc.cu:11
// exit status 1
