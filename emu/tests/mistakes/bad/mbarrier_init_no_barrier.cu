// category: mbarrier-init
// mistake: threads use the barrier, and need not see that one of them has initialised it
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
