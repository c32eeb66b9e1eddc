// category: mbarrier-count
// mistake: all threads arrive, and only half of them are counted
// line: 13 17
// cure: mbarrier_init(&ready, N)
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void turn(float *out)
{
    __shared__ float line[N];
    __shared__ __align__(8) uint64_t ready;
    if (threadIdx.x == 0) mbarrier_init(&ready, N / 2);
    fence_mbarrier_init();
    __syncthreads();
    line[threadIdx.x] = threadIdx.x + 1;
    mbarrier_arrive(&ready); // MISTAKE
    mbarrier_wait_parity(&ready, 0);
    out[threadIdx.x] = line[N - 1 - threadIdx.x];
}

int main()
{
    float *out = zeros(N);
    turn<<<1, N>>>(out);
    return wrong("out", out, N, [](int i) { return N - i; }) != 0;
}

// expected:
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/mbarrier_count_too_low.cu:16
//   kernel  turn<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address line[0]; line is float [N], 256 bytes
//   other   read at emu/tests/mistakes/bad/mbarrier_count_too_low.cu:19 by block (0,0,0), thread (63,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: arrival at an mbarrier by a thread that cannot know that phase 0 is over: it may count in that one
//   at      emu/tests/mistakes/bad/mbarrier_count_too_low.cu:17
//   kernel  turn<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address ready
//   other   phase 0 ended by the arrival at emu/tests/mistakes/bad/mbarrier_count_too_low.cu:17
//   cure    let the thread wait first for what says that the phase is over: for this barrier, or for the one at which those arrive that have waited for it (full and empty); and let mbarrier.init count all that arrive, in other blocks of the cluster, too
// emu: deadlock: no thread can continue, and a thread waits at an mbarrier
//   at      emu/tests/mistakes/bad/mbarrier_count_too_low.cu:18
//   kernel  turn<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (31,0,0): warp 0, lane 31
//   address 1 thread waits at mbarriers
//   barrier ready: phase 2, 32 of 32 arrivals missing
//             waited for by 1 thread, (31,0,0) first, parity 0, at emu/tests/mistakes/bad/mbarrier_count_too_low.cu:18
//   others  63 threads have ended
//   cure    which arrivals or bytes does the phase wait for, and which thread must make them? A wait with the wrong parity waits for a phase that never ends: 0 for the first phase, then 1, 0, 1 ...; a wait for an empty stage begins with 1
// emu: 3 kinds of mistakes, 65 times; first: race at emu/tests/mistakes/bad/mbarrier_count_too_low.cu:16
// exit status 1
