// category: symbol-misuse
// mistake: cudaMemcpy to &factor: on the host that is the address of a shadow variable, not of the one on the GPU
// line: 17
// cure: cudaMemcpyToSymbol(factor, &f, sizeof(f))
#include <cstdio>

__device__ float factor;

__global__ void scale(float *x) { x[threadIdx.x] *= factor; }

int main()
{
    float h[32], f = 4, *x;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(&factor, &f, sizeof(float), cudaMemcpyHostToDevice);     // MISTAKE
    scale<<<1, 32>>>(x);
    cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h[2]);
    cudaFree(x);
    return h[2] != 8;
}

// expected:
// emu: cudaMemcpy: the direction cudaMemcpyHostToDevice says that the target is device memory, but it is host memory
//   at      emu/tests/mistakes/bad/symbol_address_of.cu:17
//   address 0x...: a __device__ variable
//   cure    on the host &variable is not its address on the GPU: use cudaMemcpyToSymbol or cudaMemcpyFromSymbol, or cudaGetSymbolAddress
// emu: 1 kind of mistake, once; first: memory at emu/tests/mistakes/bad/symbol_address_of.cu:17
// exit status 1
