// category: mbarrier-count
// mistake: all threads arrive, and only half of them are counted
// line: 13 17
// cure: mbarrier_init(&told, N)
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void turn(float *out)
{
    __shared__ float line[N];
    __shared__ __align__(8) uint64_t told;
    if (threadIdx.x == 0) mbarrier_init(&told, N / 2);
    fence_mbarrier_init();
    __syncthreads();
    line[threadIdx.x] = threadIdx.x + 1;
    mbarrier_arrive(&told); // MISTAKE
    mbarrier_wait_parity(&told, 0);
    out[threadIdx.x] = line[N - 1 - threadIdx.x];
}

int main()
{
    float *out = zeros(N);
    turn<<<1, N>>>(out);
    return wrong("out", out, N, [](int i) { return N - i; }) != 0;
}
