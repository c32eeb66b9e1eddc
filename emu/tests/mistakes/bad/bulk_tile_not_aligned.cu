// category: bulk-place
// mistake: nothing in the declaration puts the tile at a multiple of 128 bytes
// line: 12 18
// cure: __shared__ __align__(128) float tile[N]
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void copy(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ float bias;
    __shared__ float tile[N]; // MISTAKE
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, &map, &full, 0, 0);
        bias = 1;
    }
    __syncthreads();
    mbarrier_wait_parity(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x] + bias;
}

int main()
{
    float *in = numbers(N), *out = zeros(N);
    const CUtensorMap map = map_f32(in, N, 1, N, 1);
    copy<<<1, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, N, [](int i) { return i + 2; }) != 0;
}

// expected:
// emu: misaligned: TMA load with a tile in an array that is declared for multiples of 4 bytes, not 128
//   at      emu/tests/mistakes/bad/bulk_tile_not_aligned.cu:18
//   kernel  copy<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address tile[0]; tile is float [N], 256 bytes
//   cure    its address is right here, but on a GPU only the declaration guarantees it: __shared__ __align__(128), or of the pattern where a wgmma reads a swizzled tile: 1024 for a 128-byte swizzle, 512 for 64, 256 for 32
// emu: 1 kind of mistake, once; first: misaligned at emu/tests/mistakes/bad/bulk_tile_not_aligned.cu:18
// exit status 1
