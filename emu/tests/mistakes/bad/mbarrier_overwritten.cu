// category: mbarrier-place
// mistake: the barrier is carved from the dynamic shared memory where the tile still goes on
// line: 14 22
// cure: (uint64_t *)(tile + N)
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void copy(const __grid_constant__ CUtensorMap map, float *out)
{
    extern __shared__ __align__(128) float tile[];
    uint64_t *full;
    const int t = threadIdx.x;
    full = (uint64_t *)(tile + N / 2); // MISTAKE
    if (t == 0) {
        mbarrier_init(full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(full, N * sizeof(float));
        tma_load_2d(tile, &map, full, 0, 0);
    }
    __syncthreads();
    mbarrier_wait_parity(full, 0);
    out[t] = tile[t];
}

int main()
{
    float *in = numbers(N), *out = zeros(N);
    const CUtensorMap map = map_f32(in, N, 1, N, 1);
    copy<<<1, N, (N + 2) * sizeof(float)>>>(map, out);
    cudaFree(in);
    return wrong("out", out, N, [](int i) { return i + 1; }) != 0;
}
