// category: mbarrier-place
// mistake: behind a tile with an odd number of floats the barrier stands at no multiple of 8
// line: 13 15
// cure: round the place up to a multiple of 8
#include "../../hopper/hopper.h"

const int N = 63;

__global__ void meet(float *out)
{
    extern __shared__ __align__(128) float memory[];
    float *line = memory;
    uint64_t *told = (uint64_t *)(line + N);
    if (threadIdx.x == 0)
        mbarrier_init(told, N); // MISTAKE
    __syncthreads();
    line[threadIdx.x] = threadIdx.x + 1;
    mbarrier_arrive(told);
    mbarrier_wait_parity(told, 0);
    out[threadIdx.x] = line[N - 1 - threadIdx.x];
}

int main()
{
    float *out = zeros(N);
    meet<<<1, N, (N + 3) * sizeof(float)>>>(out);
    return wrong("out", out, N, [](int i) { return N - i; }) != 0;
}
