// category: use-after-free
// mistake: the result is freed before it is copied back
// line: 22
// cure: copy first, free afterwards
#include <stdio.h>
#include <stdlib.h>

__global__ void iota(int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = i;
}

int main()
{
    int n = 777;
    int *h = (int *)calloc(n, sizeof(int)), *d;
    if (cudaMalloc(&d, n * sizeof(int)) != cudaSuccess) return 2;
    iota<<<(n + 127) / 128, 128>>>(d, n);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);  // MISTAKE
    printf("h[700] = %d\n", h[700]);
    int bad = h[700] != 700;
    free(h);
    return bad;
}

// expected:
// emu: cudaMemcpy: use after free of the source
//   at      emu/tests/mistakes/bad/use_after_free_copy.cu:22
//   address byte 0 of the 3108 bytes from cudaMalloc at emu/tests/mistakes/bad/use_after_free_copy.cu:18, freed at emu/tests/mistakes/bad/use_after_free_copy.cu:21
//   cure    copy before the memory is freed
// emu: 1 kind of mistake, once; first: free at emu/tests/mistakes/bad/use_after_free_copy.cu:22
// exit status 1
