// category: tile-diverged
// mistake: how often a thread loads depends on the thread: the last tile is loaded by some only
// line: 18 19
// cure: loop over tiles, the same in all threads; the load itself leaves out what is beyond the end
#include <cstdio>
#include "../../../common/device/tile/tile.h"

#define TILE row
#define TILE_ELEMENT float
#define TILE_SHAPE 256
#define TILE_THREADS 64
#include "../../../common/device/tile/define_tile.h"

__global__ void doubled(int n, const float *A, float *B)
{
    for (int j = 4 * threadIdx.x; j < n; j += 256) {    // each thread has four elements of a tile
        int first = j - 4 * threadIdx.x;
        struct row t = row_load(A, vector_view(n), at_1(first));    // MISTAKE
        row_store(B, vector_view(n), at_1(first), row_add(t, t));
    }
}

int main()
{
    const int n = 1000;
    float h[n], *A, *B;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&A, sizeof h);
    cudaMalloc(&B, sizeof h);
    cudaMemcpy(A, h, sizeof h, cudaMemcpyHostToDevice);
    doubled<<<1, 64>>>(n, A, B);
    cudaMemcpy(h, B, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += h[i] != 2 * i;
    printf("%d wrong\n", wrong);
    cudaFree(A);
    cudaFree(B);
    return wrong != 0;
}

// expected:
// emu: tile operation row_load: not executed by all threads of the block
//   at      tests/device/tile_mistakes/tile_loop_by_thread.cu:18
//   kernel  doubled<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address 6 of the block's 64 threads do not come to it, such as (58,0,0)
//   cure    let all threads of the block come to every tile operation, in the same order: move it out of the branch or loop, and let no thread return early
// emu: 1 kind of mistake, once; first: diverged at tests/device/tile_mistakes/tile_loop_by_thread.cu:18
// exit status 1
