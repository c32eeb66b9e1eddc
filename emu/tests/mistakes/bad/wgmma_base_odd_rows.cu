// category: wgmma-base
// mistake: the second tile of 60 rows begins at row 60: inside a pattern of 8 rows
// line: 7 12 21
// cure: tiles of a multiple of 8 rows; here: let the second tile begin at row 64
#include "../wgmma_tile.h"

const int ROWS = 60;    // MISTAKE: no multiple of 8

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char tiles[ROWS * ROW + TILE];
    char *a = tiles, *b = tiles + ROWS * ROW;
    float d[32];
    store_tile(a, A, 64);
    __syncthreads();
    store_tile(b, B, 64);    // over the last rows of A, which are not used
    fence_proxy_async();
    __syncthreads();
    wgmma_fence();
    for (int k = 0; k < 4; k++)
        wgmma_m64n64k16_f32_f16_f16(d, tile_descriptor(a) + 2 * k, tile_descriptor(b) + 2 * k, k > 0, false,
                                    false);
    wgmma_commit_group();
    wgmma_wait_group(0);
    for (int i = 0; i < 32; i++)
        if (row_of(i) < ROWS)
            D[row_of(i) * 64 + column_of(i)] = d[i];
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(A, B, D);
    });
}

// expected:
// emu: misaligned: wgmma_m64n64k16_f32_f16_f16 of B with a 128-byte swizzle, which begins 512 bytes past a multiple of 1024
//   at      emu/tests/mistakes/bad/wgmma_base_odd_rows.cu:21
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (95,0,0): warp 2, lane 31
//   address tiles[7680]; tiles is char [ROWS*ROW+TILE], 15872 bytes
//   cure    a tile begins where its pattern begins, or a few elements of k further in the same row: align its buffer (128-byte swizzle: __align__(1024), and the distance between buffers, too)
// emu: 1 kind of mistake, 4 times; first: misaligned at emu/tests/mistakes/bad/wgmma_base_odd_rows.cu:21
// exit status 1
