// category: bulk-place
// mistake: a box may begin at a multiple of 16 bytes of its rows only, and not at column 1
// line: 18
// cure: load from column 0, and read tile[threadIdx.x + 1]
#include "../../hopper/hopper.h"

const int N = 64, ROWS = 4;

// Each element takes its right neighbour's place.
__global__ void shift(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, &map, &full, 1, blockIdx.x); // MISTAKE
    }
    __syncthreads();
    mbarrier_wait_parity(&full, 0);
    out[blockIdx.x * N + threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    float *in = numbers(ROWS * N), *out = zeros(ROWS * N);
    const CUtensorMap map = map_f32(in, N, ROWS, N, 1);
    shift<<<ROWS, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, ROWS * N, [](int i) { return i % N == N - 1 ? 0 : i + 2; }) != 0;
}

// expected:
// emu: misaligned: TMA load of a box that begins at byte 4 of its rows
//   at      emu/tests/mistakes/made/bulk_box_odd_column.cu:18
//   kernel  shift<<<(4,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    let the first coordinate, times the bytes of an element, be a multiple of 16; take a wider box, and skip what is too much
// emu: 1 kind of mistake, once; first: misaligned at emu/tests/mistakes/made/bulk_box_odd_column.cu:18
// exit status 1
