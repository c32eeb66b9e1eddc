// category: double-free
// mistake: after an odd number of pointer swaps cur and a are the same buffer, it is freed twice and the other one never
// line: 30
// cure: free a and b, the two pointers cudaMalloc returned
#include <cstdio>
#include <utility>

__global__ void step(const float *from, float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = 0.5f * (from[i] + from[n - 1 - i]);
}

int main()
{
    const int n = 256;
    float *a, *b, h[n];
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    float *cur = b, *next = a;
    for (int it = 0; it < 3; ++it) {
        std::swap(cur, next);
        step<<<1, n>>>(cur, next, n);
    }
    cudaMemcpy(h, next, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("h[0] = %g\n", h[0]);
    cudaFree(cur);
    cudaFree(a);    // MISTAKE
    return h[0] != 127.5f;
}

// expected:
// emu: double free: cudaFree
//   at      emu/tests/mistakes/bad/double_free_swapped.cu:30
//   address byte 0 of the 1024 bytes from cudaMalloc at emu/tests/mistakes/bad/double_free_swapped.cu:19, freed at emu/tests/mistakes/bad/double_free_swapped.cu:29
//   cure    free each pointer once; set it to NULL afterwards
// emu: 1 kind of mistake, once; first: free at emu/tests/mistakes/bad/double_free_swapped.cu:30
// exit status 1
