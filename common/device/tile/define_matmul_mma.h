// SPDX-License-Identifier: MIT
//
// define_matmul_mma.h: makes the product of two types of tiles on tensor cores, after
//
//     MATMUL            its name, "matmul" below
//     MATMUL_A          names of tiles: (M,K) and (K,N) of half, (M,N) of float, all for blocks of
//     MATMUL_B          as many threads; M, N and K multiples of what an instruction takes
//     MATMUL_C
//     MATMUL_WARP       WM, WN: the part of C that a warp has. C's TILE_LAYOUT is
//                       mma_sums_layout(M, N, WM, WN)
//     MATMUL_TRANS_B    true where B is stored as (N,K)
//
//     matmul(a, b, &c)               c += a b    register tiles; a and b go through shared memory
//     matmul_shared(&As, &Bs, &c)                shared tiles, which are complete: after a barrier
//
// Each warp multiplies by itself: for every 16 of K it loads its rows of As and its columns of Bs
// with ldmatrix, and multiplies each with each. There are no bank conflicts if the eight rows of a
// matrix are in different banks: TILE_SWIZZLE 3, 3, S, with 2^(3+S) halves in a row, for rows of
// 128 bytes or more.
#include "mma_layout.h"
#include "tile.h"

#define MATMUL_OF_A(suffix) TILE_JOIN(MATMUL_A, suffix)
#define MATMUL_OF_B(suffix) TILE_JOIN(MATMUL_B, suffix)
#define MATMUL_OF_C(suffix) TILE_JOIN(MATMUL_C, suffix)
#define MATMUL_SHARED TILE_JOIN(MATMUL, _shared)

TILE_FUNCTION void MATMUL_SHARED(struct MATMUL_OF_A(_shared) * As, struct MATMUL_OF_B(_shared) * Bs,
                                 struct MATMUL_C *c)
{
    enum {
        A_COLS = MATMUL_OF_A(_cols),
        B_ROWS = MATMUL_OF_B(_rows),
        B_COLS = MATMUL_OF_B(_cols),
        C_COLS = MATMUL_OF_C(_cols),
        WM = TILE_EXTENT(2, MATMUL_WARP),
        WN = TILE_EXTENT(3, MATMUL_WARP),
        DOWN = WM / MMA_M, // instructions of a warp
        ACROSS = WN / MMA_N,
    };
    static_assert((MATMUL_TRANS_B ? B_COLS : B_ROWS) == A_COLS, "both are K");
    static_assert(MATMUL_OF_C(_values) == DOWN * ACROSS * 4, "a thread has 4 sums of each");
    static_assert(ACROSS % 2 == 0, "ldmatrix brings the columns of two instructions at a time");
    // load_a() and load_b() xor offsets with values that have no common bit with them, and add 16
    // rows.
    static_assert((A_COLS & (A_COLS - 1)) == 0 && (WN & (WN - 1)) == 0, "else they might have");
    static_assert(16 * A_COLS % MATMUL_OF_A(_period) == 0 &&
                      16 * B_COLS % MATMUL_OF_B(_period) == 0,
                  "16 rows on the swizzle is the same");
    const struct tv_literal layout = MATMUL_OF_C(_layout)();
    const int first = literal_offset(layout.thread, threadIdx.x - threadIdx.x % 32); // the warp's
    const int row = first / C_COLS, col = first % C_COLS;
    float(*const sums)[4] = (float(*)[4])c->value;
    TILE_OPERATION(TILE_TEXT(MATMUL_SHARED), 0);

#pragma unroll
    for (int p = 0; p < A_COLS; p += MMA_K) {
        uint32_t a[DOWN][4], b[ACROSS][2];
        load_a(a, DOWN, As->value, MATMUL_OF_A(_shared_layout)(), row, p);
        load_b(b, ACROSS, Bs->value, MATMUL_OF_B(_shared_layout)(), col, p, MATMUL_TRANS_B);
        multiply(sums, DOWN, ACROSS, a, b, MMA_F16, false);
    }
}

TILE_FUNCTION void MATMUL(struct MATMUL_A a, struct MATMUL_B b, struct MATMUL_C *c)
{
    __shared__ struct MATMUL_OF_A(_shared) As;
    __shared__ struct MATMUL_OF_B(_shared) Bs;
    TILE_OPERATION(TILE_TEXT(MATMUL), 0);
    MATMUL_OF_A(_to_shared)(&As, a);
    MATMUL_OF_B(_to_shared)(&Bs, b);
    MATMUL_SHARED(&As, &Bs, c);
}

#undef MATMUL_OF_A
#undef MATMUL_OF_B
#undef MATMUL_OF_C
#undef MATMUL_SHARED
#undef MATMUL
#undef MATMUL_A
#undef MATMUL_B
#undef MATMUL_C
#undef MATMUL_WARP
#undef MATMUL_TRANS_B
