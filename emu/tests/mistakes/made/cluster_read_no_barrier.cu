// category: cluster-race
// mistake: __syncthreads() orders the threads of one block, and another one's memory is read
// line: 12 15
// cure: barrier_cluster_sync() instead
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void __cluster_dims__(2, 1, 1) swap(float *out)
{
    __shared__ float mine[N];
    mine[threadIdx.x] = blockIdx.x * N + threadIdx.x + 1;
    __syncthreads();
    const float *other = (const float *)cluster_map_shared(mine, cluster_ctarank() ^ 1);
    out[(blockIdx.x ^ 1) * N + threadIdx.x] = other[threadIdx.x]; // MISTAKE
    barrier_cluster_sync();
}

int main()
{
    float *out = zeros(2 * N);
    swap<<<2, N>>>(out);
    return wrong("out", out, 2 * N, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/made/cluster_read_no_barrier.cu:12
//   kernel  swap<<<(2,1,1), (64,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address mine + 0 bytes; mine is float [N], 256 bytes
//   other   read at emu/tests/mistakes/made/cluster_read_no_barrier.cu:15 by block (0,0,0), thread (0,0,0)
//   cure    put barrier_cluster_sync() between the two accesses, reached by all threads of both blocks
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/made/cluster_read_no_barrier.cu:15
//   kernel  swap<<<(2,1,1), (64,1,1)>>>
//   thread  block (1,0,0), thread (63,0,0): warp 1, lane 31
//   address of block (0,0,0) of the cluster: mine + 252 bytes; mine is float [N], 256 bytes
//   other   write at emu/tests/mistakes/made/cluster_read_no_barrier.cu:12 by block (0,0,0), thread (63,0,0)
//   cure    put barrier_cluster_sync() between the two accesses, reached by all threads of both blocks
// emu: read of 4 bytes of shared memory that nothing has written
//   at      emu/tests/mistakes/made/cluster_read_no_barrier.cu:15
//   kernel  swap<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (63,0,0): warp 1, lane 31
//   address of block (1,0,0) of the cluster: mine + 252 bytes; mine is float [N], 256 bytes
//   cure    let some thread store to the element before it is read, with a barrier between
// emu: 2 kinds of mistakes, 129 times; first: race at emu/tests/mistakes/made/cluster_read_no_barrier.cu:12
// exit status 1
