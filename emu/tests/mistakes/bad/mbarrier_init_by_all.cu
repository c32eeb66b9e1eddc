// category: mbarrier-init
// mistake: every thread initialises the barrier: some have arrived when others begin anew
// line: 12
// cure: if (threadIdx.x == 0)
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void meet(float *out)
{
    __shared__ __align__(8) uint64_t told;
    mbarrier_init(&told, N); // MISTAKE
    __syncthreads();
    mbarrier_arrive(&told);
    mbarrier_wait_parity(&told, 0);
    out[threadIdx.x] = 1;
}

int main()
{
    float *out = zeros(N);
    meet<<<1, N>>>(out);
    return wrong("out", out, N, [](int) { return 1; }) != 0;
}
