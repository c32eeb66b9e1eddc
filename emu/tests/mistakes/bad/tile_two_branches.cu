// category: tile-diverged
// mistake: even threads map one way, odd threads another: two operations where there must be one
// line: 22 24
// cure: one map whose function decides, or a tile of what each thread wants
#include <cstdio>
#include "../../../../common/device/tile/tile.h"

#define TILE row
#define TILE_ELEMENT float
#define TILE_SHAPE 64
#define TILE_THREADS 64
#include "../../../../common/device/tile/define_tile.h"

static __device__ __forceinline__ float half_of(float x) { return x / 2; }

__global__ void sums(int n, const float *A, float *b)
{
    struct row t = row_load(A, vector_view(n), at_1(0)), u;
    const int last = threadIdx.x == 63;
    float sum;
    if (!last)
        sum = row_sum(row_map(t, half_of));    // MISTAKE
    else
        sum = row_sum(t);
    u = row_full(sum);
    row_store(b, vector_view(n), at_1(0), u);
}

int main()
{
    const int n = 64;
    float h[n], *A, *b;
    for (int i = 0; i < n; ++i) h[i] = 2;
    cudaMalloc(&A, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(A, h, sizeof h, cudaMemcpyHostToDevice);
    sums<<<1, 64>>>(n, A, b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("sum %g\n", h[0]);
    cudaFree(A);
    cudaFree(b);
    return 0;
}
