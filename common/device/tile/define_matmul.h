// SPDX-License-Identifier: MIT
//
// define_matmul.h: makes the product of two types of tiles and its adjoints, after
//
//     MATMUL                       its name, "matmul" below
//     MATMUL_A, MATMUL_B, MATMUL_C names of tiles: (M,K), (K,N) and (M,N), of one element type
//
// all for blocks of the same number of threads. Each thread computes the elements of C that it
// holds. These must be some rows times some columns. This holds for any C with define_tile.h's own
// layout whose width is a power of two, and for any thread tile.
//
//     matmul(a, b, &c)          c += a b     register tiles; a and b go through shared memory
//     matmul_shared(&As, &Bs, &c)            shared tiles, which are complete: after a barrier
//     matmul_adjoint_a(c, b, &a)  a += c b^T  where c is the gradient of C
//     matmul_adjoint_b(a, c, &b)  b += a^T c
//
// In fp32 on the CUDA cores. On tensor cores: define_matmul_mma.h.
#include "tile.h"

#define MATMUL_NAME(suffix) TILE_JOIN(MATMUL, suffix)

#define PRODUCT MATMUL_NAME(_shared)
#define PRODUCT_X MATMUL_A
#define PRODUCT_Y MATMUL_B
#define PRODUCT_Z MATMUL_C
#define PRODUCT_TRANS_X false
#define PRODUCT_TRANS_Y false
#include "product.h"

#define PRODUCT MATMUL_NAME(_shared_adjoint_a)
#define PRODUCT_X MATMUL_C
#define PRODUCT_Y MATMUL_B
#define PRODUCT_Z MATMUL_A
#define PRODUCT_TRANS_X false
#define PRODUCT_TRANS_Y true
#include "product.h"

#define PRODUCT MATMUL_NAME(_shared_adjoint_b)
#define PRODUCT_X MATMUL_A
#define PRODUCT_Y MATMUL_C
#define PRODUCT_Z MATMUL_B
#define PRODUCT_TRANS_X true
#define PRODUCT_TRANS_Y false
#include "product.h"

TILE_FUNCTION void MATMUL(struct MATMUL_A a, struct MATMUL_B b, struct MATMUL_C *c)
{
    __shared__ struct TILE_JOIN(MATMUL_A, _shared) As;
    __shared__ struct TILE_JOIN(MATMUL_B, _shared) Bs;
    TILE_OPERATION(TILE_TEXT(MATMUL), 0);
    TILE_JOIN(MATMUL_A, _to_shared)(&As, a);
    TILE_JOIN(MATMUL_B, _to_shared)(&Bs, b);
    MATMUL_NAME(_shared)(&As, &Bs, c);
}

TILE_FUNCTION void MATMUL_NAME(_adjoint_a)(struct MATMUL_C c, struct MATMUL_B b, struct MATMUL_A *a)
{
    __shared__ struct TILE_JOIN(MATMUL_C, _shared) Cs;
    __shared__ struct TILE_JOIN(MATMUL_B, _shared) Bs;
    TILE_OPERATION(TILE_TEXT(MATMUL_NAME(_adjoint_a)), 0);
    TILE_JOIN(MATMUL_C, _to_shared)(&Cs, c);
    TILE_JOIN(MATMUL_B, _to_shared)(&Bs, b);
    MATMUL_NAME(_shared_adjoint_a)(&Cs, &Bs, a);
}

TILE_FUNCTION void MATMUL_NAME(_adjoint_b)(struct MATMUL_A a, struct MATMUL_C c, struct MATMUL_B *b)
{
    __shared__ struct TILE_JOIN(MATMUL_A, _shared) As;
    __shared__ struct TILE_JOIN(MATMUL_C, _shared) Cs;
    TILE_OPERATION(TILE_TEXT(MATMUL_NAME(_adjoint_b)), 0);
    TILE_JOIN(MATMUL_A, _to_shared)(&As, a);
    TILE_JOIN(MATMUL_C, _to_shared)(&Cs, c);
    MATMUL_NAME(_shared_adjoint_b)(&As, &Cs, b);
}

#undef MATMUL_NAME
#undef MATMUL
#undef MATMUL_A
#undef MATMUL_B
#undef MATMUL_C
