// category: launch-too-many-threads
// mistake: one block of n threads: fine up to n = 1024, no launch beyond
// line: 27
// cure: <<<(n + 255) / 256, 256>>> and blockIdx.x * blockDim.x + threadIdx.x
#include <stdio.h>
#include <stdlib.h>

__global__ void vec_add(float *a, float *b, float *c)
{
    int i = threadIdx.x;
    c[i] = a[i] + b[i];
}

int main()
{
    int n = 1500;
    size_t size = n * sizeof(float);
    float *a = (float *)malloc(size), *b = (float *)malloc(size), *c = (float *)calloc(n, sizeof(float));
    for (int i = 0; i < n; ++i) { a[i] = i; b[i] = 1; }
    float *d_a, *d_b, *d_c;
    cudaMalloc(&d_a, size);
    cudaMalloc(&d_b, size);
    cudaMalloc(&d_c, size);
    cudaMemcpy(d_a, a, size, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, size, cudaMemcpyHostToDevice);
    cudaMemcpy(d_c, c, size, cudaMemcpyHostToDevice);
    vec_add<<<1, n>>>(d_a, d_b, d_c);       // MISTAKE
    cudaMemcpy(c, d_c, size, cudaMemcpyDeviceToHost);
    printf("c[7] = %g\n", c[7]);
    int ok = c[7] == 8;
    cudaFree(d_a); cudaFree(d_b); cudaFree(d_c);
    free(a); free(b); free(c);
    return !ok;
}

// expected:
// emu: launch of vec_add refused (cudaErrorInvalidValue): the block (1500,1,1) has 1500 threads: at most 1024, and 64 in z
//   at      emu/tests/mistakes/bad/launch_threads_n.cu:27
// exit status 1
