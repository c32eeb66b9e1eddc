// SPDX-License-Identifier: MIT
//
// test_tensor_core_layouts.c: the tiles of chapter 07 in shared memory are stored as the algebra
// says, with the swizzles that their accesses need; and ldmatrix gives each lane what mma wants of
// it.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "../../07_tensor_core/tensor_core.h"
#include "../../common/device/ptx/ldmatrix_layouts.h"
#include "../../common/device/ptx/mma_fragments.h"
#include "../layout/data/facts.h"

// ---- Layout of the tiles -------------------------------------------------------------------------

enum { VECTOR = 8 };     // f16 in 16 bytes: a row of a matrix of ldmatrix
enum { BANKS = 7 << 3 }; // the bits of an offset that choose 4 of the 32 banks
enum { ROWS = 8 };       // of such a matrix

// Written by hand, and made by the algebra: the same everywhere.
static void lies_as(const struct tile_layout *l, const char *text)
{
    struct composed_layout made;
    struct failure why;
    char with_shape[100];
    snprintf(with_shape, sizeof with_shape, text, l->rows.shape[0], l->rows.shape[1]);
    cr_assert(composed_parse(&made, with_shape, &why), "%s: %s", with_shape, why.text);
    const int rows = (int)l->rows.shape[0], cols = (int)l->rows.shape[1];
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++) {
            int64_t offset;
            cr_assert(composed_at(&made, row + (int64_t)col * rows, &offset, &why));
            cr_assert(tile_offset(*l, row, col) == offset, "%s: (%d, %d) is at %d", with_shape, row,
                      col, tile_offset(*l, row, col));
        }
}

Test(tensor_core_layouts, tiles_lie_as_the_files_say)
{
    const struct tc_sizes *const plain[] = {&tc_shared_fragments_sizes, &tc_ldmatrix_sizes};
    for (int i = 0; i < 2; i++) {
        lies_as(&plain[i]->k_major, "(%u,%u):(64,1)");
        lies_as(&plain[i]->n_major, "(%u,%u):(32,1)");
    }
    lies_as(&tc_padded_sizes.k_major, "(%u,%u):(72,1)");
    lies_as(&tc_padded_sizes.n_major, "(%u,%u):(40,1)");
    lies_as(&tc_swizzled_sizes.k_major, "Sw<3,3,3> o 0 o (%u,%u):(64,1)");
    lies_as(&tc_swizzled_sizes.n_major, "Sw<2,3,3> o 0 o (%u,%u):(32,1)");
    lies_as(&tc_warp_tile_sizes.k_major, "Sw<3,3,3> o 0 o (%u,%u):(64,1)");
    lies_as(&tc_warp_tile_sizes.n_major, "Sw<3,3,4> o 0 o (%u,%u):(128,1)");
    lies_as(&tc_types_16_sizes.k_major, "Sw<3,3,3> o 0 o (%u,%u):(64,1)");
    lies_as(&tc_types_16_sizes.n_major, "Sw<3,3,4> o 0 o (%u,%u):(128,1)");
    lies_as(&tc_types_tf32_sizes.k_major, "Sw<3,2,3> o 0 o (%u,%u):(32,1)");
    lies_as(&tc_types_tf32_sizes.n_major, "Sw<2,3,4> o 0 o (%u,%u):(128,1)");
    lies_as(&tc_types_s8_sizes.k_major, "Sw<3,4,3> o 0 o (%u,%u):(128,1)");
    lies_as(&tc_types_s8_sizes.n_major, "Sw<3,4,4> o 0 o (%u,%u):(128,1)");
    lies_as(&tc_types_f64_sizes.k_major, "Sw<2,2,2> o 0 o (%u,%u):(16,1)");
    lies_as(&tc_types_f64_sizes.n_major, "Sw<2,2,5> o 0 o (%u,%u):(128,1)");
}

// Rows of a matrix that share the same 4 banks, at most.
static int same_banks(const struct layout *tile)
{
    int most = 0, used[ROWS] = {0};
    for (int row = 0; row < ROWS; row++) {
        int64_t offset;
        struct failure why;
        cr_assert(layout_at(tile, row, &offset, &why)); // column 0
        const int now = ++used[(offset & BANKS) / VECTOR];
        most = now > most ? now : most;
    }
    return most;
}

static struct layout row_major_tile(int rows, int stride)
{
    char text[60];
    snprintf(text, sizeof text, "(%d,%d):(%d,1)", rows, VECTOR, stride);
    return layout_from(text);
}

// What is read at once: from `rows` rows of a tile, `step` apart, `bytes` bytes of each.
struct access {
    int element; // bytes
    int rows, step, bytes;
};

// The swizzle that it takes. The rows differ in some bits of their offsets: those among them that
// choose no bank go into the lowest of those that choose a part of 128 bytes, and are not
// different already.
static struct swizzle needed_swizzle(const struct access *a, int stride)
{
    char text[60];
    snprintf(text, sizeof text, "%d:%d", a->rows, a->step * stride);
    const struct layout tile = layout_from(text);
    const int64_t banks = (128 - a->bytes) / a->element;
    int64_t rows = 0, offset, from, into, next = 1;
    struct swizzle swizzle;
    struct failure why;
    for (int row = 0; row < a->rows; row++) {
        cr_assert(layout_at(&tile, row, &offset, &why));
        rows |= offset;
    }
    from = rows & ~banks;
    for (into = 0; __builtin_popcountll((unsigned long long)into) <
                   __builtin_popcountll((unsigned long long)from);
         next *= 2)
        into |= next & banks & ~rows;
    cr_assert(swizzle_from_masks(&swizzle, from, into, &why), "%s", why.text);
    return swizzle;
}

static void is_the_swizzle_needed(const struct tile_layout *l, struct access a)
{
    const struct swizzle s = needed_swizzle(&a, l->rows.stride[0]);
    cr_assert((int)l->swizzle.bits == s.bits && (int)l->swizzle.base == s.base &&
                  (int)l->swizzle.shift == s.shift,
              "Sw<%d,%d,%d>", s.bits, s.base, s.shift);
    int used = 0;
    for (int row = 0; row < a.rows; row++)
        used |= 1 << tile_offset(*l, row * a.step, 0) * a.element % 128 / a.bytes;
    cr_assert(__builtin_popcount((unsigned)used) == a.rows); // each from different banks
}

Test(tensor_core_layouts, swizzles_come_from_the_access)
{
    const struct access by_ldmatrix = {.element = 2, .rows = 8, .step = 1, .bytes = 16};
    is_the_swizzle_needed(&tc_swizzled_sizes.k_major, by_ldmatrix);
    is_the_swizzle_needed(&tc_swizzled_sizes.n_major, by_ldmatrix);
    is_the_swizzle_needed(&tc_warp_tile_sizes.k_major, by_ldmatrix);
    is_the_swizzle_needed(&tc_warp_tile_sizes.n_major, by_ldmatrix);
    is_the_swizzle_needed(&tc_types_16_sizes.k_major, by_ldmatrix);
    is_the_swizzle_needed(&tc_types_16_sizes.n_major, by_ldmatrix);
    is_the_swizzle_needed(&tc_types_tf32_sizes.k_major, (struct access){4, 8, 1, 16});
    is_the_swizzle_needed(&tc_types_s8_sizes.k_major, (struct access){1, 8, 1, 16});
    // A warp wants 8 words of 4 rows, half a warp 4 doubles of 4 rows; of s8 ldmatrix takes every
    // other row.
    is_the_swizzle_needed(&tc_types_tf32_sizes.n_major, (struct access){4, 4, 1, 32});
    is_the_swizzle_needed(&tc_types_s8_sizes.n_major, (struct access){1, 8, 2, 16});
    is_the_swizzle_needed(&tc_types_f64_sizes.k_major, (struct access){8, 4, 1, 32});
    is_the_swizzle_needed(&tc_types_f64_sizes.n_major, (struct access){8, 4, 1, 32});
}

// CUTLASS swizzles bytes, in rows of 128 and of 64.
Test(tensor_core_layouts, swizzles_are_those_of_cutlass)
{
    static const char *const both[][2] = {{"Sw<3,4,3> o 0 o (8,128):(128,1)", "Sw<3,3,3>"},
                                          {"Sw<2,4,3> o 0 o (8,64):(64,1)", "Sw<2,3,3>"}};
    for (int i = 0; i < 2; i++) {
        struct composed_layout bytes, halves;
        struct failure why;
        char text[100];
        cr_assert(composed_parse(&bytes, both[i][0], &why) &&
                  composed_recast(&halves, 8, 16, &bytes, &why));
        composed_print(&halves, text, sizeof text);
        cr_assert(strncmp(text, both[i][1], strlen(both[i][1])) == 0, "%s", text);
    }
}

// The fewest elements after each row, in whole vectors, that bring 8 rows into different banks.
static int needed_padding(int cols)
{
    for (int pad = 0;; pad += VECTOR) {
        const struct layout tile = row_major_tile(ROWS, cols + pad);
        if (same_banks(&tile) == 1)
            return pad;
    }
}

Test(tensor_core_layouts, padding_is_the_least)
{
    const struct tc_sizes *s = &tc_padded_sizes;
    cr_assert(s->k_major.rows.stride[0] == s->bk + needed_padding(s->bk));
    cr_assert(s->n_major.rows.stride[0] == s->bn + needed_padding(s->bn));
}

// ---- Which row a lane names ---------------------------------------------------------------------

// A lane's register v / 2, half v % 2, is element `col` of row `row` of matrix i. The lane that
// names that row gives its place: in 16 rows of two vectors, column-major.
static int from_ldmatrix(struct layout_literal lanes, struct tv_literal registers, unsigned lane,
                         unsigned v, int *col)
{
    const int element = tv_offset(registers, lane, v); // 64 i + 8 row + col
    *col = element % 8;
    return literal_offset(lanes, (unsigned)(element / 8));
}

Test(tensor_core_layouts, lanes_name_the_rows_that_mma_wants)
{
    for (unsigned lane = 0; lane < 32; lane++)
        for (unsigned v = 0; v < 8; v++) {
            int col;
            // A: row + 16 k.
            int at = from_ldmatrix(ldmatrix_down_first(), ldmatrix_x4_registers(), lane, v, &col);
            cr_assert(at % 16 + 16 * (at / 16 * 8 + col) == tv_offset(mma_a_16x16_b16(), lane, v));
            // B: n + 8 k, of columns 0 to 7 in the first two registers, then of 8 to 15.
            const int wanted = tv_offset(mma_b_8x16_b16(), lane, v % 4);
            const int n = wanted % 8 + (int)v / 4 * 8, k = wanted / 8;
            at = from_ldmatrix(ldmatrix_across_first(), ldmatrix_x4_registers(), lane, v, &col);
            cr_assert(at % 16 == n && at / 16 * 8 + col == k);
            at = from_ldmatrix(ldmatrix_down_first(), ldmatrix_x4_trans_registers(), lane, v, &col);
            cr_assert(at % 16 == k && at / 16 * 8 + col == n);
        }
}
