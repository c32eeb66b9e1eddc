// category: bulk-place
// mistake: a swizzled tile must start at a multiple of 1024 bytes, where the pattern repeats
// line: 13 21 26
// cure: __align__(1024), and the smaller array after it
#include "../../hopper/hopper.h"

const int N = 32, ROWS = 8;

__global__ void copy(const __grid_constant__ CUtensorMap map, float *out)
{
    extern __shared__ __align__(1024) float memory[];
    __shared__ __align__(8) uint64_t full;
    float *bias = memory, *tile = memory + N; // 128 bytes farther
    const int t = threadIdx.x;
    if (t == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, ROWS * N * sizeof(float));
    }
    if (t == 0)
        tma_load_2d(tile, &map, &full, 0, 0); // MISTAKE
    bias[t] = 1;
    __syncthreads();
    mbarrier_wait_parity(&full, 0);
    for (int row = 0; row < ROWS; row++)
        out[row * N + t] = tile[row * N + ((t / 4 ^ row) * 4 + t % 4)] + bias[t];
}

int main()
{
    float *in = numbers(ROWS * N), *out = zeros(ROWS * N);
    const CUtensorMap map = map_f32(in, N, ROWS, N, ROWS, CU_TENSOR_MAP_SWIZZLE_128B);
    copy<<<1, N, (ROWS + 1) * N * sizeof(float)>>>(map, out);
    cudaFree(in);
    return wrong("out", out, ROWS * N, [](int i) { return i + 2; }) != 0;
}

// expected:
// emu: misaligned: reads of a tile with a 128-byte swizzle which begins 128 bytes past a multiple of 1024: they follow the offset in the tile, the copy engine follows the address
//   at      emu/tests/mistakes/bad/bulk_tile_misaligned.cu:26
//   kernel  copy<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (31,0,0): warp 0, lane 31
//   address byte 128 of the dynamic shared memory, which has 1152 bytes
//   cure    let the tile begin at a multiple of the pattern: 1024 bytes (128-byte swizzle), 512 (64), 256 (32); or exchange pieces of 16 bytes by bits 7 to 9 of the address in shared memory
// emu: 1 kind of mistake, once; first: misaligned at emu/tests/mistakes/bad/bulk_tile_misaligned.cu:26
// exit status 1
