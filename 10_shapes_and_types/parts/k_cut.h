// SPDX-License-Identifier: MIT
//
// k_cut.h: how K is cut into pieces. For host code and kernels.
//
//     k = 4096, 20 pieces                        sizes
//     CUT_EVENLY     floor(k / pieces) each,     204, 19 times; the last has the remainder: 220
//     CUT_AT_TILES   at multiples of BK          192 or 256: 3 or 4 tiles
//
// 204 elements of 2 bytes are 408: if K runs along the rows, piece 1 is not aligned to 16 bytes,
// and no piece ends with a tile. At multiples of BK all pieces are as aligned as the operand.
#ifndef SHAPES_K_CUT_H
#define SHAPES_K_CUT_H

#include "../../common/device/gemm/hierarchy/plan.h"

enum k_cut_rule { CUT_AT_TILES, CUT_EVENLY };

struct k_cut {
    enum k_cut_rule rule;
    int k, pieces; // 1 <= pieces; CUT_EVENLY: <= k; CUT_AT_TILES: <= the tiles of BK along k
};

// Where piece number `piece` begins; for piece == pieces it is k.
LAYOUT_INLINE int k_cut_begin(const struct k_cut *cut, int piece)
{
    if (piece == cut->pieces)
        return cut->k;
    if (cut->rule == CUT_EVENLY)
        return cut->k / cut->pieces * piece;
    const int tiles = (cut->k + PLAN_BK - 1) / PLAN_BK;
    return (int)((long long)tiles * piece / cut->pieces) * PLAN_BK;
}

#endif
