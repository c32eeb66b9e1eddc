// category: proxy-refill
// mistake: all threads clear the tile before the box comes: their zeros may come after it
// line: 13 20
// cure: fence_proxy_async() by each thread before the barrier (or no zeros: a box brings its own)
#include "../../hopper/hopper.h"

const int N = 64, INSIDE = 40;

__global__ void copy(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    tile[threadIdx.x] = 0;
    if (threadIdx.x == 0) { mbarrier_init(&full, 1);
        fence_mbarrier_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, &map, &full, 0, 0); // MISTAKE
    }
    mbarrier_wait_parity(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    float *in = numbers(INSIDE), *out = zeros(N);
    const CUtensorMap map = map_f32(in, INSIDE, 1, N, 1);
    copy<<<1, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, N, [](int i) { return i < INSIDE ? i + 1 : 0; }) != 0;
}

// expected:
// emu: TMA load overwrites shared memory that ordinary stores wrote, without a fence: the stores may come after it
//   at      emu/tests/mistakes/bad/proxy_refill_zeros.cu:20
//   kernel  copy<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address tile[0]; tile is float [N], 256 bytes
//   other   write at emu/tests/mistakes/bad/proxy_refill_zeros.cu:13 by thread (0,0,0)
//   cure    let each thread that wrote execute fence.proxy.async, then reach a barrier together (or arrive at the barrier for an empty stage), then let one thread load
// emu: 1 kind of mistake, once; first: fence at emu/tests/mistakes/bad/proxy_refill_zeros.cu:20
// exit status 1
