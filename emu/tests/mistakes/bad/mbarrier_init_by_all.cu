// category: mbarrier-init
// mistake: every thread initialises the barrier: some have already arrived when other threads initialise it again
// line: 12
// cure: if (threadIdx.x == 0)
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void meet(float *out)
{
    __shared__ __align__(8) uint64_t ready;
    mbarrier_init(&ready, N); // MISTAKE
    __syncthreads();
    mbarrier_arrive(&ready);
    mbarrier_wait_parity(&ready, 0);
    out[threadIdx.x] = 1;
}

int main()
{
    float *out = zeros(N);
    meet<<<1, N>>>(out);
    return wrong("out", out, N, [](int) { return 1; }) != 0;
}

// expected:
// emu: mbarrier.init of a barrier that is in use
//   at      emu/tests/mistakes/bad/mbarrier_init_by_all.cu:12
//   kernel  meet<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address ready
//   other   mbarrier.init at emu/tests/mistakes/bad/mbarrier_init_by_all.cu:12
//   cure    one thread initialises each barrier, once: if (threadIdx.x == 0) ...; a new phase begins by itself
// emu: 1 kind of mistake, once; first: mbarrier at emu/tests/mistakes/bad/mbarrier_init_by_all.cu:12
// exit status 1
