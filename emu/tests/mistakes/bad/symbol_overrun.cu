// category: symbol-misuse
// mistake: the copy through the symbol's address counts from its middle on, as if all 256 elements were left
// line: 24
// cure: 128 * sizeof(float)
#include <cstdio>

__device__ float window[256];
__device__ float gain = 1;

__global__ void apply(float *x) { x[threadIdx.x] *= gain * window[threadIdx.x]; }

int main()
{
    float h[256], one[256], *x, *w;
    for (int i = 0; i < 256; ++i) {
        h[i] = i;
        one[i] = 1;
    }
    cudaMalloc(&x, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaGetSymbolAddress((void **)&w, window);
    cudaMemcpy(w, one, 128 * sizeof(float), cudaMemcpyHostToDevice);
    for (int i = 0; i < 256; ++i) one[i] = 0.5f;
    cudaMemcpy(w + 128, one, 256 * sizeof(float), cudaMemcpyHostToDevice);      // MISTAKE
    apply<<<1, 256>>>(x);
    cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h[255]);
    cudaFree(x);
    return h[255] != 127.5f;
}

// expected:
// emu: cudaMemcpy: 1024 bytes do not fit in the target: the variable has 512 bytes from there on
//   at      emu/tests/mistakes/bad/symbol_overrun.cu:24
//   address 0x...: a __device__ variable
//   cure    count bytes, and compare with the size of the variable
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/symbol_overrun.cu:24
// exit status 1
