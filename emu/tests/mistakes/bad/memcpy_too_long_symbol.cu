// category: memcpy-too-long
// mistake: 9 filter weights are copied into a __constant__ array of 5
// line: 22
// cure: declare the constant array for the longest filter, here 9
#include <cstdio>

#define RADIUS 4
__constant__ float filter[RADIUS + 1];

__global__ void weigh(float *out)
{
    float s = 0;
    for (int k = 0; k < RADIUS + 1; ++k) s += filter[k];
    out[threadIdx.x] = s;
}

int main()
{
    float w[2 * RADIUS + 1], r[32], *out;
    for (int k = 0; k <= 2 * RADIUS; ++k) w[k] = 1.0f;
    cudaMalloc(&out, sizeof(r));
    cudaError_t e = cudaMemcpyToSymbol(filter, w, sizeof(w));   // MISTAKE
    printf("cudaMemcpyToSymbol: %s\n", cudaGetErrorName(e));
    weigh<<<1, 32>>>(out);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    printf("%g\n", r[0]);
    cudaFree(out);
    return r[0] != RADIUS + 1;
}

// expected:
// emu: copy of 36 bytes at offset 0: the __device__ variable has 20 bytes
//   at      emu/tests/mistakes/bad/memcpy_too_long_symbol.cu:22
//   cure    count bytes, and compare with the size of the variable
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/memcpy_too_long_symbol.cu:22
// exit status 1
