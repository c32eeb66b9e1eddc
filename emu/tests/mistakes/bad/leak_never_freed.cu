// category: leak
// mistake: the output buffer is never freed
// line: 14
// cure: cudaFree(y) before main returns
#include <cstdio>

__global__ void twice(const float *x, float *y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }

int main()
{
    float h[32], *x, *y;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));  // MISTAKE
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    twice<<<1, 32>>>(x, y);
    cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
    printf("h[31] = %g\n", h[31]);
    cudaFree(x);
    return h[31] != 62;
}

// expected:
// emu: leak: 128 bytes of device memory were never freed
//   at      emu/tests/mistakes/bad/leak_never_freed.cu:14
//   cure    call cudaFree when the memory is no longer needed
// emu: 1 kind of mistake, once; first: leak at emu/tests/mistakes/bad/leak_never_freed.cu:14
// exit status 1
