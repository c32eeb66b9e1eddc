// category: cluster-race
// mistake: the next round's values are written while the other block may still read the last ones
// line: 15 17
// cure: a second barrier_cluster_sync() in the loop
#include "../../hopper/hopper.h"

const int N = 64, ROUNDS = 3;

__global__ void __cluster_dims__(2, 1, 1) swap(float *out)
{
    __shared__ float mine[N];
    const float *other = (const float *)cluster_map_shared(mine, cluster_ctarank() ^ 1);
    float sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        mine[threadIdx.x] = blockIdx.x * N + threadIdx.x + round; // MISTAKE
        barrier_cluster_sync();
        sum += other[N - 1 - threadIdx.x];
    }
    out[blockIdx.x * N + threadIdx.x] = sum;
    barrier_cluster_sync();
}

int main()
{
    float *out = zeros(2 * N);
    swap<<<2, N>>>(out);
    return wrong("out", out, 2 * N, [](int i) {
        return ROUNDS * ((i / N ^ 1) * N + N - 1 - i % N) + 3;
    }) != 0;
}

// expected:
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/cluster_written_while_read.cu:17
//   kernel  swap<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address of block (1,0,0) of the cluster: mine[63]; mine is float [N], 256 bytes
//   other   write at emu/tests/mistakes/bad/cluster_written_while_read.cu:15 by block (1,0,0), thread (63,0,0)
//   cure    put cluster.sync() between the two accesses, reached by all threads of both blocks
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/cluster_written_while_read.cu:15
//   kernel  swap<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address mine[0]; mine is float [N], 256 bytes
//   other   read at emu/tests/mistakes/bad/cluster_written_while_read.cu:17 by block (1,0,0), thread (63,0,0)
//   cure    put cluster.sync() between the two accesses, reached by all threads of both blocks
// emu: 1 kind of mistake, 256 times; first: race at emu/tests/mistakes/bad/cluster_written_while_read.cu:17
// exit status 1
