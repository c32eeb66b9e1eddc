// SPDX-License-Identifier: MIT
//
// Loads by the copy engine: each swizzle, boxes that hang over the edge, one to three dimensions.
#include "hopper.h"

const int COLS = 40, ROWS = 24;

// The place of 16-byte piece `i` of a tile under a swizzle of 1 << s pieces.
__host__ __device__ static int piece_at(int i, int s) { return i ^ (i >> 3 & ((1 << s) - 1)); }

template <int box_cols, int box_rows, int swizzle>
__global__ void load(const __grid_constant__ CUtensorMap map, float *out, int x, int y)
{
    __shared__ __align__(1024) float tile[box_cols * box_rows];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        tma_prefetch_map(&map);
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, &map, &full, x, y);
    }
    mbarrier_wait_parity(&full, 0);
    for (int i = threadIdx.x; i < box_cols * box_rows; i += blockDim.x)
        out[i] = tile[piece_at(i / 4, swizzle) * 4 + i % 4];
}

template <int box_cols, int box_rows, int swizzle> static int try_box(int x, int y)
{
    float *in = numbers(COLS * ROWS), *out = zeros(box_cols * box_rows);
    const CUtensorMap map =
        map_f32(in, COLS, ROWS, box_cols, box_rows, (CUtensorMapSwizzle)swizzle);
    load<box_cols, box_rows, swizzle><<<1, 64>>>(map, out, x, y);
    const int bad = wrong("load", out, box_cols * box_rows, [=](int i) {
        const int col = x + i % box_cols, row = y + i / box_cols;
        const bool inside = col >= 0 && col < COLS && row >= 0 && row < ROWS;
        return inside ? row * COLS + col + 1 : 0;
    });
    cudaFree(in);
    return bad;
}

__global__ void load_3d(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[2][2][4];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_3d(tile, &map, &full, 4, 2, 1);
        mbarrier_wait_parity(&full, 0);
    }
    __syncthreads();
    out[threadIdx.x] = (&tile[0][0][0])[threadIdx.x];
}

static int try_3d()
{
    float *in = numbers(8 * 4 * 3), *out = zeros(16);
    const cuuint64_t sizes[3] = {8, 4, 3}, strides[2] = {32, 128};
    const cuuint32_t box[3] = {4, 2, 2}, steps[3] = {1, 1, 1};
    void *function = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                     &found);
    CUtensorMap map;
    if (((decltype(&cuTensorMapEncodeTiled))function)(
            &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 3, in, sizes, strides, box, steps,
            CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
        return 1;
    load_3d<<<1, 16>>>(map, out);
    const int bad = wrong("3d", out, 16, [](int i) {
        return (1 + i / 8) * 32 + (2 + i / 4 % 2) * 8 + 4 + i % 4 + 1;
    });
    cudaFree(in);
    return bad;
}

int main()
{
    int bad = try_box<32, 8, 3>(0, 0) + try_box<32, 16, 3>(8, 8) + try_box<32, 16, 3>(20, 16) +
              try_box<16, 8, 2>(4, 3) + try_box<8, 16, 1>(-4, -5) + try_box<12, 5, 0>(36, 22) +
              try_box<32, 8, 3>(100, 0) + try_3d();
    if (bad)
        printf("%d wrong\n", bad);
    return bad != 0;
}
