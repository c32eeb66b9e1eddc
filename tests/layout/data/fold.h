// SPDX-License-Identifier: MIT
//
// fold.h: the literals of the kernels in fold.cu. The tests derive each of them from the algebra.
#ifndef TESTS_LAYOUTS_FOLD_H
#define TESTS_LAYOUTS_FOLD_H

#include "../../../common/device/layout_device.h"

// A of mma.m16n8k16 in a row-major tile of 16 x 64 halves:
//     (16,64):(64,1) o ((4,8),(2,2,2)):((32,1),(16,8,128))
LAYOUT_INLINE struct tv_literal fold_a_in_tile(void)
{
    return (struct tv_literal){
        .thread = {.rank = 2, .shape = {4, 8}, .stride = {2, 64}},
        .value = {.rank = 3, .shape = {2, 2, 2}, .stride = {1, 512, 8}},
    };
}

// Rows of 128 bytes: eight pieces of 16 bytes (8 halves) change places by the row's number.
LAYOUT_INLINE struct swizzle_literal fold_swizzle(void)
{
    return (struct swizzle_literal){.bits = 3, .base = 3, .shift = 3};
}

// 128 threads fill a tile of 16 x 64 halves, 8 neighbours each: thread (8,16), value 8, row-major.
LAYOUT_INLINE struct tv_literal fold_fill(void)
{
    return (struct tv_literal){
        .thread = {.rank = 2, .shape = {8, 16}, .stride = {8, 64}},
        .value = {.rank = 1, .shape = {8}, .stride = {1}},
    };
}

// blocked_product((2,3):(3,1), (4,5):(1,4)): the hierarchical layout of chapter 06.
LAYOUT_INLINE struct layout_literal fold_blocked(void)
{
    return (struct layout_literal){.rank = 4, .shape = {2, 4, 3, 5}, .stride = {3, 6, 1, 24}};
}

#endif
