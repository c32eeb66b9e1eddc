// SPDX-License-Identifier: MIT
//
// product_body.h: a product of tiles and its adjoints, for test_tile.cu.

#define PRODUCT_PART(suffix) TILE_JOIN(PRODUCT_NAME, suffix)

#define TILE PRODUCT_PART(_a)
#define TILE_ELEMENT float
#define TILE_SHAPE PRODUCT_M, PRODUCT_K
#define TILE_THREADS PRODUCT_THREADS
#include "../../../common/device/tile/define_tile.h"

#define TILE PRODUCT_PART(_b)
#define TILE_ELEMENT float
#define TILE_SHAPE PRODUCT_K, PRODUCT_N
#define TILE_THREADS PRODUCT_THREADS
#include "../../../common/device/tile/define_tile.h"

#define TILE PRODUCT_PART(_c)
#define TILE_ELEMENT float
#define TILE_SHAPE PRODUCT_M, PRODUCT_N
#define TILE_THREADS PRODUCT_THREADS
#include "../../../common/device/tile/define_tile.h"

#define MATMUL PRODUCT_PART(_matmul)
#define MATMUL_A PRODUCT_PART(_a)
#define MATMUL_B PRODUCT_PART(_b)
#define MATMUL_C PRODUCT_PART(_c)
#include "../../../common/device/tile/define_matmul.h"

static __global__ void PRODUCT_PART(_kernel)(const float *A, const float *B, float *C, float *dA,
                                             float *dB)
{
    const struct tile_view a_view = matrix_view(PRODUCT_M, PRODUCT_K, PRODUCT_K);
    const struct tile_view b_view = matrix_view(PRODUCT_K, PRODUCT_N, PRODUCT_N);
    const struct tile_view c_view = matrix_view(PRODUCT_M, PRODUCT_N, PRODUCT_N);
    const struct tile_at at = at_2(0, 0);
    struct PRODUCT_PART(_a) a = PRODUCT_PART(_a_load)(A, a_view, at);
    struct PRODUCT_PART(_a) da = PRODUCT_PART(_a_load)(dA, a_view, at);
    struct PRODUCT_PART(_b) b = PRODUCT_PART(_b_load)(B, b_view, at);
    struct PRODUCT_PART(_b) db = PRODUCT_PART(_b_load)(dB, b_view, at);
    struct PRODUCT_PART(_c) c = PRODUCT_PART(_c_load)(C, c_view, at);
    PRODUCT_PART(_matmul)(a, b, &c);
    PRODUCT_PART(_matmul_adjoint_a)(c, b, &da);
    PRODUCT_PART(_matmul_adjoint_b)(a, c, &db);
    PRODUCT_PART(_c_store)(C, c_view, at, c);
    PRODUCT_PART(_a_store)(dA, a_view, at, da);
    PRODUCT_PART(_b_store)(dB, b_view, at, db);
}

#undef PRODUCT_PART
#undef PRODUCT_NAME
#undef PRODUCT_M
#undef PRODUCT_N
#undef PRODUCT_K
#undef PRODUCT_THREADS
