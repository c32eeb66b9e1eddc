// category: tile-diverged
// shows: tile operations in a branch and a loop that all threads of a block take in the same way
#include <cstdio>
#include "../../../common/device/tile/tile.h"

#define TILE row
#define TILE_ELEMENT float
#define TILE_SHAPE 256
#define TILE_THREADS 64
#include "../../../common/device/tile/define_tile.h"

__global__ void sums(int n, const float *A, float *b)
{
    struct row total = row_zeros();
    for (int j = blockIdx.x * 256; j < n; j += 256 * gridDim.x)    // block by block, not by thread
        total = row_add(total, row_load(A, vector_view(n), at_1(j)));
    float sum = row_sum(total);
    if (blockIdx.x % 2 == 0)    // odd blocks do without
        sum = row_sum(row_full(sum)) / 256;
    if (threadIdx.x == 0)    // no tile operation: any branch will do
        atomicAdd(b, sum);
}

int main()
{
    const int n = 1000;
    float h[n], sum = 0, *A, *b;
    for (int i = 0; i < n; ++i) h[i] = 1;
    cudaMalloc(&A, sizeof h);
    cudaMalloc(&b, sizeof sum);
    cudaMemcpy(A, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(b, &sum, sizeof sum, cudaMemcpyHostToDevice);
    sums<<<3, 64>>>(n, A, b);
    cudaMemcpy(&sum, b, sizeof sum, cudaMemcpyDeviceToHost);
    printf("sum %g, want %d\n", sum, n);
    cudaFree(A);
    cudaFree(b);
    return sum != n;
}
