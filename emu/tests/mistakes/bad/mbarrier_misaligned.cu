// category: mbarrier-place
// mistake: after a tile with an odd number of floats the barrier is not at a multiple of 8
// line: 13 15
// cure: round the place up to a multiple of 8
#include "../../hopper/hopper.h"

const int N = 63;

__global__ void meet(float *out)
{
    extern __shared__ __align__(128) float memory[];
    float *line = memory;
    uint64_t *ready = (uint64_t *)(line + N);
    if (threadIdx.x == 0)
        mbarrier_init(ready, N); // MISTAKE
    __syncthreads();
    line[threadIdx.x] = threadIdx.x + 1;
    mbarrier_arrive(ready);
    mbarrier_wait_parity(ready, 0);
    out[threadIdx.x] = line[N - 1 - threadIdx.x];
}

int main()
{
    float *out = zeros(N);
    meet<<<1, N, (N + 3) * sizeof(float)>>>(out);
    return wrong("out", out, N, [](int i) { return N - i; }) != 0;
}

// expected:
// emu: misaligned: initialisation of an mbarrier
//   at      emu/tests/mistakes/bad/mbarrier_misaligned.cu:15
//   kernel  meet<<<(1,1,1), (63,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 252 of the dynamic shared memory, which has 264 bytes
//   cure    an mbarrier is 8 bytes long and must be at a multiple of 8
// emu: 1 kind of mistake, once; first: misaligned at emu/tests/mistakes/bad/mbarrier_misaligned.cu:15
// exit status 1
