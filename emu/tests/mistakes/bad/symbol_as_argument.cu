// category: symbol-misuse
// mistake: the __constant__ array is passed to the kernel as an argument: this is the host's shadow address
// line: 13 25
// cure: use weights in the kernel directly, or get its address with cudaGetSymbolAddress
#include <cstdio>

__constant__ float weights[4];

__global__ void apply(const float *w, const float *x, float *y)
{
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < 4; ++k) s += w[k] * x[t + k];       // MISTAKE
    y[t] = s;
}

int main()
{
    float w[4] = {1, 2, 3, 4}, h[36], *x, *y;
    for (int i = 0; i < 36; ++i) h[i] = 1;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, 32 * sizeof(float));
    cudaMemcpyToSymbol(weights, w, sizeof(w));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    apply<<<1, 32>>>(weights, x, y);        // MISTAKE
    cudaError_t e = cudaMemcpy(h, y, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g (%s)\n", h[0], cudaGetErrorString(e));
    cudaFree(x);
    cudaFree(y);
    return h[0] != 10;
}

// expected:
// emu: a kernel argument is the host's address of a __device__ or __constant__ variable
//   at      emu/tests/mistakes/bad/symbol_as_argument.cu:25
//   cure    use the variable in the kernel directly, or pass what cudaGetSymbolAddress gives
// emu: 1 kind of mistake, once; first: memory at emu/tests/mistakes/bad/symbol_as_argument.cu:25
// exit status 1
