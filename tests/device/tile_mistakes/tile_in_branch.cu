// category: tile-diverged
// mistake: only the first warp adds up the tile, but tile_sum is an operation of the whole block
// line: 22
// cure: let all threads call row_sum, and only one of them use the result
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

// expected:
// emu: tile operation row_sum: not executed by all threads of the block
//   at      tests/device/tile_mistakes/tile_in_branch.cu:22
//   kernel  sums<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address 32 of the block's 64 threads do not come to it, such as (32,0,0)
//   cure    let all threads of the block come to every tile operation, in the same order: move it out of the branch or loop, and let no thread return early
// emu: read of 4 bytes of shared memory that nothing has written
//   at      tests/device/tile_mistakes/tile_in_branch.cu:22
//   kernel  sums<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address of_warp[1]; of_warp is float [64/32], 8 bytes
//   cure    let some thread store to the element before it is read, with a barrier between
// emu: race in global memory: write of 4 bytes, not ordered with another thread's write
//   at      tests/device/tile_mistakes/tile_in_branch.cu:22
//   kernel  sums<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 4 bytes from cudaMalloc at tests/device/tile_mistakes/tile_in_branch.cu:31: b[0] of 1 elements of 4 bytes
//   other   write at tests/device/tile_mistakes/tile_in_branch.cu:22 by block (0,0,0), thread (31,0,0)
//   values  both threads store the same bytes: the result does not depend on which comes last, but let one of them store
//   cure    use an atomic if all threads update the element, __syncthreads() between the accesses if one thread passes it to another, or give each thread its own element
// emu: 3 kinds of mistakes, 35 times; first: diverged at tests/device/tile_mistakes/tile_in_branch.cu:22
// exit status 1
