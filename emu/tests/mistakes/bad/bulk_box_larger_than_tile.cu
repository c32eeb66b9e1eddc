// category: bulk-place
// mistake: the map's box has two rows, and the array has room for one
// line: 11 17 27
// cure: a box of one row
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void copy(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, &map, &full, 0, blockIdx.x); // MISTAKE
    }
    __syncthreads();
    mbarrier_wait_parity(&full, 0);
    out[blockIdx.x * N + threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    float *in = numbers(2 * N), *out = zeros(2 * N);
    const CUtensorMap map = map_f32(in, N, 2, N, 2);
    copy<<<2, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, 2 * N, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: out of bounds: TMA load of a box of 512 bytes of shared memory
//   at      emu/tests/mistakes/bad/bulk_box_larger_than_tile.cu:17
//   kernel  copy<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address tile[0]; tile is float [N], 256 bytes
//   cure    compare the box of the map with the array: a box of rows x columns fills so many elements, also at the matrix's edge
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/bulk_box_larger_than_tile.cu:17
// exit status 1
