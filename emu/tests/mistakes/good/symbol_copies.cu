// category: symbol-misuse
// shows: symbols the right way: copies to and from them with offsets, address and size of a symbol
#include <cstdio>

__constant__ float coeff[5];
__device__ int counts[4];

__global__ void poly(float x, float *r)
{
    float s = 0;
    for (int k = 4; k >= 0; --k) s = s * x + coeff[k];
    *r = s;
    for (int k = 0; k < 4; ++k) counts[k] += k;
}

int main()
{
    float c[5] = {1, 2, 3, 4, 5}, six = 6, r, *out;
    int h[4] = {10, 10, 10, 10}, two[2], *address;
    size_t size = 0;
    cudaMemcpyToSymbol(coeff, c, sizeof(c));
    cudaMemcpyToSymbol(coeff, &six, sizeof(float), 4 * sizeof(float));
    cudaMemcpyToSymbol(counts, h, sizeof(h), 0, cudaMemcpyHostToDevice);
    cudaMalloc(&out, sizeof(float));
    poly<<<1, 1>>>(2.0f, out);
    cudaMemcpy(&r, out, sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(two, counts, sizeof(two), 2 * sizeof(int));
    cudaGetSymbolAddress((void **)&address, counts);
    cudaGetSymbolSize(&size, counts);
    cudaMemcpy(h, address, size, cudaMemcpyDeviceToHost);
    printf("%g %d %d %d\n", r, two[1], h[1], (int)size);
    cudaFree(out);
    return r != 1 + 4 + 12 + 32 + 96 || two[1] != 13 || h[1] != 11 || size != sizeof(h);
}
