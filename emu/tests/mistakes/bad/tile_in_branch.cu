// category: tile-diverged
// mistake: only the first warp adds up the tile, but tile_sum is an operation of the whole block
// line: 22
// cure: let all threads call row_sum, and only one of them use the result
#include <cstdio>
#include "../../../../common/device/tile/tile.h"

#define TILE row
#define TILE_ELEMENT float
#define TILE_SHAPE 256
#define TILE_THREADS 64
#include "../../../../common/device/tile/define_tile.h"

__global__ void sums(int n, const float *A, float *b)
{
    struct row total = row_zeros();
    for (int j = 0; j < n; j += 256) {
        struct row t = row_load(A, vector_view(n), at_1(j));
        total = row_add(total, t);
    }
    if (threadIdx.x < 32)
        b[0] = row_sum(total);    // MISTAKE
}

int main()
{
    const int n = 1000;
    float h[n], sum = 0, *A, *b;
    for (int i = 0; i < n; ++i) h[i] = 1;
    cudaMalloc(&A, sizeof h);
    cudaMalloc(&b, sizeof sum);
    cudaMemcpy(A, h, sizeof h, cudaMemcpyHostToDevice);
    sums<<<1, 64>>>(n, A, b);
    cudaMemcpy(&sum, b, sizeof sum, cudaMemcpyDeviceToHost);
    printf("sum %g, want %d\n", sum, n);
    cudaFree(A);
    cudaFree(b);
    return sum != n;
}
