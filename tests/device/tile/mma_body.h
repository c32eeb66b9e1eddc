// SPDX-License-Identifier: MIT
//
// mma_body.h: a product of tiles on tensor cores, for test_tile.cu. MMA_SWIZZLE_A and _B are those
// of As and Bs as stored.

#define MMA_PART(suffix) TILE_JOIN(MMA_NAME, suffix)

TILE_FUNCTION struct tv_literal MMA_PART(_sums)(void)
{
    return mma_sums_layout(PRODUCT_M, PRODUCT_N, MMA_WM, MMA_WN);
}

#define TILE MMA_PART(_a)
#define TILE_ELEMENT half
#define TILE_ADD add_half
#define TILE_SHAPE PRODUCT_M, PRODUCT_K
#define TILE_THREADS MMA_THREADS
#define TILE_SWIZZLE MMA_SWIZZLE_A
#include "../../../common/device/tile/define_tile.h"

#define TILE MMA_PART(_b)
#define TILE_ELEMENT half
#define TILE_ADD add_half
#define TILE_SHAPE MMA_SHAPE_B
#define TILE_THREADS MMA_THREADS
#define TILE_SWIZZLE MMA_SWIZZLE_B
#include "../../../common/device/tile/define_tile.h"

#define TILE MMA_PART(_c)
#define TILE_ELEMENT float
#define TILE_SHAPE PRODUCT_M, PRODUCT_N
#define TILE_THREADS MMA_THREADS
#define TILE_LAYOUT MMA_PART(_sums)
#define TILE_RUN 2
#include "../../../common/device/tile/define_tile.h"

#define MATMUL MMA_PART(_matmul)
#define MATMUL_A MMA_PART(_a)
#define MATMUL_B MMA_PART(_b)
#define MATMUL_C MMA_PART(_c)
#define MATMUL_WARP MMA_WM, MMA_WN
#define MATMUL_TRANS_B MMA_TRANS_B
#include "../../../common/device/tile/define_matmul_mma.h"

// C += A B twice: by asynchronous and other loads to shared memory, and from registers.
static __global__ void MMA_PART(_kernel)(const half *A, const half *B, float *C)
{
    __shared__ __align__(128) struct MMA_PART(_a_shared) As;
    __shared__ __align__(128) struct MMA_PART(_b_shared) Bs;
    const struct tile_view a_view = matrix_view(PRODUCT_M, PRODUCT_K, PRODUCT_K);
    const struct tile_view b_view = MMA_TRANS_B ? matrix_view(PRODUCT_N, PRODUCT_K, PRODUCT_K)
                                                : matrix_view(PRODUCT_K, PRODUCT_N, PRODUCT_N);
    const struct tile_view c_view = matrix_view(PRODUCT_M, PRODUCT_N, PRODUCT_N);
    const struct tile_at at = at_2(0, 0);
    MMA_PART(_a_shared_load)(&As, A, a_view, at);
    MMA_PART(_b_shared_load_async)(&Bs, B, b_view, at);
    tile_commit();
    struct MMA_PART(_c) c = MMA_PART(_c_load)(C, c_view, at);
    tile_wait(0);
    MMA_PART(_matmul_shared)(&As, &Bs, &c);
    MMA_PART(_matmul)(MMA_PART(_a_load)(A, a_view, at), MMA_PART(_b_load)(B, b_view, at), &c);
    MMA_PART(_c_store)(C, c_view, at, c);
}

#undef MMA_PART
#undef MMA_NAME
#undef PRODUCT_M
#undef PRODUCT_N
#undef PRODUCT_K
#undef MMA_WM
#undef MMA_WN
#undef MMA_THREADS
#undef MMA_TRANS_B
#undef MMA_SHAPE_B
#undef MMA_SWIZZLE_A
#undef MMA_SWIZZLE_B
