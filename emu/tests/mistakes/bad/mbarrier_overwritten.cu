// category: mbarrier-place
// mistake: the barrier is placed in dynamic shared memory that still belongs to the tile
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

// expected:
// emu: wait at an mbarrier whose 8 bytes were overwritten
//   at      emu/tests/mistakes/bad/mbarrier_overwritten.cu:22
//   kernel  copy<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (32,0,0): warp 1, lane 0
//   address byte 128 of the dynamic shared memory, which has 264 bytes
//   cure    only mbarrier functions may touch its 8 bytes: look for a store that leaves its array, or a tile that overlaps the barrier
// emu: 1 kind of mistake, once; first: mbarrier at emu/tests/mistakes/bad/mbarrier_overwritten.cu:22
// exit status 1
