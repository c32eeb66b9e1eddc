// category: tile-diverged
// mistake: even threads map one way, odd threads another: two operations where there must be one
// line: 22 24
// cure: one map whose function decides, or a tile of what each thread wants
#include <cstdio>
#include "../../../common/device/tile/tile.h"

#define TILE row
#define TILE_ELEMENT float
#define TILE_SHAPE 64
#define TILE_THREADS 64
#include "../../../common/device/tile/define_tile.h"

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

// expected:
// emu: tile operation row_sum: not executed by all threads of the block
//   at      tests/device/tile_mistakes/tile_two_branches.cu:24
//   kernel  sums<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (63,0,0): warp 1, lane 31
//   address thread (0,0,0) executes row_map there, its operation 2
//   cure    let all threads of the block come to every tile operation, in the same order: move it out of the branch or loop, and let no thread return early
// emu: tile operation row_sum: not executed by all threads of the block
//   at      tests/device/tile_mistakes/tile_two_branches.cu:22
//   kernel  sums<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address 1 of the block's 64 threads do not come to it, such as (63,0,0)
//   cure    let all threads of the block come to every tile operation, in the same order: move it out of the branch or loop, and let no thread return early
// emu: tile operation row_full: not executed by all threads of the block
//   at      tests/device/tile_mistakes/tile_two_branches.cu:25
//   kernel  sums<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (63,0,0): warp 1, lane 31
//   address thread (0,0,0) executes row_sum there, its operation 3
//   cure    let all threads of the block come to every tile operation, in the same order: move it out of the branch or loop, and let no thread return early
// emu: tile operation row_store: not executed by all threads of the block
//   at      tests/device/tile_mistakes/tile_two_branches.cu:26
//   kernel  sums<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (63,0,0): warp 1, lane 31
//   address thread (31,0,0) executes row_full there, its operation 4
//   cure    let all threads of the block come to every tile operation, in the same order: move it out of the branch or loop, and let no thread return early
// emu: 1 kind of mistake, 6 times; first: diverged at tests/device/tile_mistakes/tile_two_branches.cu:24
// exit status 1
