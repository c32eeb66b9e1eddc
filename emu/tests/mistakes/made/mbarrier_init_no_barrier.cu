// category: mbarrier-init
// mistake: threads use the barrier, although they may not see that one of them has initialised it
// line: 13 16
// cure: __syncthreads() after the initialisation
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void meet(float *out)
{
    __shared__ __align__(8) uint64_t told;
    if (threadIdx.x == 0) {
        mbarrier_init(&told, N); fence_mbarrier_init();
    }
    // no __syncthreads()
    mbarrier_arrive(&told); // MISTAKE
    mbarrier_wait_parity(&told, 0);
    out[threadIdx.x] = 1;
}

int main()
{
    float *out = zeros(N);
    meet<<<1, N>>>(out);
    return wrong("out", out, N, [](int) { return 1; }) != 0;
}

// expected:
// emu: race: arrival at an mbarrier that another thread has initialised, with no barrier between
//   at      emu/tests/mistakes/made/mbarrier_init_no_barrier.cu:16
//   kernel  meet<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address told
//   other   mbarrier_init at emu/tests/mistakes/made/mbarrier_init_no_barrier.cu:13 by thread (0,0,0)
//   cure    let one thread initialise all barriers and call fence_mbarrier_init(), then __syncthreads() before any thread uses one
// emu: race: wait at an mbarrier that another thread has initialised, with no barrier between
//   at      emu/tests/mistakes/made/mbarrier_init_no_barrier.cu:17
//   kernel  meet<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address told
//   other   mbarrier_init at emu/tests/mistakes/made/mbarrier_init_no_barrier.cu:13 by thread (0,0,0)
//   cure    let one thread initialise all barriers and call fence_mbarrier_init(), then __syncthreads() before any thread uses one
// emu: 1 kind of mistake, 126 times; first: race at emu/tests/mistakes/made/mbarrier_init_no_barrier.cu:16
// exit status 1
