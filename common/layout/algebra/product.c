// SPDX-License-Identifier: MIT
#include "product.h"

#include <stdlib.h>

#include "../core/build.h"
#include "complement.h"
#include "../tuple/numbers.h"
#include "../core/offset.h"
#include "simplify.h"
#include "tile.h"
#include "../core/tracing.h"

static int by_value(const void *x, const void *y)
{
    int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return (a > b) - (a < b);
}

// Sorts, and removes what occurs again.
static int64_t distinct(int64_t *values, int64_t count)
{
    int64_t n = 0;
    qsort(values, (size_t)count, sizeof *values, by_value);
    for (int64_t i = 0; i < count; i++)
        if (i == 0 || values[i] != values[n - 1])
            values[n++] = values[i];
    return n;
}

// Are all of these values different? Values that are close together are marked in a bitmap.
static bool all_differ(int64_t *values, int64_t count)
{
    enum { MAP = 1 << 14 };
    uint64_t map[MAP / 64];
    int64_t low = INT64_MAX, high = INT64_MIN, span;
    for (int64_t i = 0; i < count; i++) {
        low = values[i] < low ? values[i] : low;
        high = values[i] > high ? values[i] : high;
    }
    if (__builtin_sub_overflow(high, low, &span) || span >= MAP)
        return distinct(values, count) == count;
    memset(map, 0, ((size_t)span / 64 + 1) * sizeof map[0]);
    for (int64_t i = 0; i < count; i++) {
        uint64_t at = (uint64_t)(values[i] - low), bit = (uint64_t)1 << (at & 63);
        if (map[at / 64] & bit)
            return false;
        map[at / 64] |= bit;
    }
    return true;
}

// Do the copies of a block share no offset, and are there as many as B has offsets? Tests all
// elements.
static bool disjoint(const struct layout *a, const struct layout *b, const struct layout *copies)
{
    int64_t offsets[LAYOUT_ENUMERATE], start[LAYOUT_ENUMERATE], total = 0;
    struct layout_offsets block_at, copies_at, b_at;
    struct layout block;
    struct failure why;
    if (!layout_filter(&block, a, &why) || !layout_offsets_prepare(&block_at, &block, &why) ||
        !layout_offsets_prepare(&copies_at, copies, &why) ||
        !layout_offsets_prepare(&b_at, b, &why) || block_at.size == 0 ||
        copies_at.size > LAYOUT_ENUMERATE / block_at.size)
        return false;
    for (int64_t j = 0; j < copies_at.size; j++) {
        start[j] = layout_offset(&copies_at, j);
        offsets[j] = layout_offset(&b_at, j);
    }
    // If B visits an offset twice, it is the same copy again.
    int64_t different = distinct(start, copies_at.size);
    if (different != distinct(offsets, copies_at.size))
        return false;
    for (int64_t j = 0; j < different; j++)
        for (int64_t i = 0; i < block_at.size; i++, total++)
            if (__builtin_add_overflow(layout_offset(&block_at, i), start[j], &offsets[total]))
                return false;
    return all_differ(offsets, total);
}

// (A, complement(A, size(A) * cosize(B)) o B). Two things can go wrong, and then the copies are
// checked one by one. If a stride of A is not a multiple of what is below it, the complement may
// have fewer elements than B reaches, and its open end may run into A. If the composition is not a
// layout, the result of CuTe's rule may still be copies that do not overlap.
static bool product_layout(struct layout *out, const struct layout *a, const struct layout *b,
                           struct failure *why)
{
    struct layout rest, copies;
    struct int_tuple target;
    struct failure inner;
    int64_t size, cosize, places;
    if (!layout_size(a, &size, why) || !layout_cosize(b, &cosize, why))
        return false;
    if (__builtin_mul_overflow(size, cosize, &size))
        return fail_overflow(why, "logical_product");
    int_tuple_integer(&target, size);
    if (!layout_complement(&rest, a, &target, why) || !layout_size(&rest, &places, why))
        return false;
    if (!layout_composition(&copies, &rest, b, why)) {
        if (!layout_composition_by_rule(&copies, &rest, b, &inner) || !disjoint(a, b, &copies))
            return false;
    } else if (places < cosize && !disjoint(a, b, &copies)) {
        return fail(why,
                    "logical_product: the strides of the block leave %lld places for copies, %lld "
                    "are wanted, and some would overlap",
                    (long long)places, (long long)cosize);
    }
    return layout_pair(out, a, &copies, why);
}

bool layout_logical_product_layout(struct layout *out, const struct layout *a,
                                   const struct layout *b, struct failure *why)
{
    if (tracing())
        trace_enter("logical_product %s by %s", trace_layout(a).text, trace_layout(b).text);
    return trace_leave(product_layout(out, a, b, why), out);
}

bool layout_logical_product(struct layout *out, const struct layout *a, const struct tiler *tiler,
                            struct failure *why)
{
    return tile_logical(out, a, tiler, layout_logical_product_layout, "logical_product", why);
}

bool layout_zipped_product(struct layout *out, const struct layout *a, const struct tiler *tiler,
                           struct failure *why)
{
    return tile_arranged(out, a, tiler, layout_logical_product_layout, TILE_ZIPPED,
                         "zipped_product", why);
}

bool layout_tiled_product(struct layout *out, const struct layout *a, const struct tiler *tiler,
                          struct failure *why)
{
    return tile_arranged(out, a, tiler, layout_logical_product_layout, TILE_TILED, "tiled_product",
                         why);
}

bool layout_flat_product(struct layout *out, const struct layout *a, const struct tiler *tiler,
                         struct failure *why)
{
    return tile_arranged(out, a, tiler, layout_logical_product_layout, TILE_FLAT, "flat_product",
                         why);
}

// The product of two layouts of equal rank, its two modes apart.
static bool padded_product(struct layout *block, struct layout *copies, const struct layout *a,
                           const struct layout *b, struct failure *why)
{
    struct layout wide_a, wide_b, both;
    int rank_a = layout_rank(a), rank_b = layout_rank(b), rank = rank_a > rank_b ? rank_a : rank_b;
    return layout_append_to(&wide_a, a, rank, why) && layout_append_to(&wide_b, b, rank, why) &&
           layout_logical_product_layout(&both, &wide_a, &wide_b, why) &&
           layout_get(block, &both, 0, why) && layout_get(copies, &both, 1, why);
}

// Modes of `first` and `second` in pairs. With rank 1 there is one pair: an integer operand goes
// into it whole (its copies may have become a tuple), a tuple of one as its only mode.
static bool pair_modes(struct layout *out, const struct layout *first, const struct layout *second,
                       const struct layout *first_operand, const struct layout *second_operand,
                       struct failure *why)
{
    struct layout pair[2], both;
    bool whole = int_tuple_is_leaf(&first_operand->shape);
    if (layout_rank(first_operand) > 1 || layout_rank(second_operand) > 1)
        return layout_zip(out, first, second, why);
    pair[0] = *first;
    pair[1] = *second;
    if (!whole &&
        (!layout_get(&pair[0], first, 0, why) ||
         (!int_tuple_is_leaf(&second_operand->shape) && !layout_get(&pair[1], second, 0, why))))
        return false;
    return layout_concat(&both, pair, 2, why) && layout_concat(out, &both, 1, why);
}

bool layout_blocked_product(struct layout *out, const struct layout *a, const struct layout *b,
                            struct failure *why)
{
    struct layout block, copies;
    return padded_product(&block, &copies, a, b, why) &&
           pair_modes(out, &block, &copies, a, b, why);
}

bool layout_raked_product(struct layout *out, const struct layout *a, const struct layout *b,
                          struct failure *why)
{
    struct layout block, copies;
    return padded_product(&block, &copies, a, b, why) &&
           pair_modes(out, &copies, &block, b, a, why);
}

bool layout_tile_to_shape(struct layout *out, const struct layout *block,
                          const struct int_tuple *shape, const struct int_tuple *order,
                          struct failure *why)
{
    struct layout padded, tile;
    struct int_tuple extents, target, copies;
    int rank = int_tuple_rank(shape);
    if (shape->marked)
        return fail(why, "tile_to_shape: a shape consists of integers");
    if (layout_rank(block) > rank)
        return fail(why, "tile_to_shape: the block has %d modes, the shape %d", layout_rank(block),
                    rank);
    if (!layout_append_to(&padded, block, rank, why) ||
        !int_tuple_product_each(&extents, &padded.shape, why) ||
        !int_tuple_product_each(&target, shape, why))
        return false;
    for (int i = 0; i < rank; i++)
        if (extents.value[i] <= 0 || target.value[i] % extents.value[i] != 0)
            return fail(why,
                        "tile_to_shape: extent %lld of the block does not divide %lld in mode %d",
                        (long long)extents.value[i], (long long)target.value[i], i);
    if (!int_tuple_ceil_div(&copies, &target, &extents, why))
        return false;
    bool ok = order != NULL ? layout_ordered(&tile, &copies, order, why)
                            : layout_left(&tile, &copies, why);
    return ok && layout_blocked_product(out, &padded, &tile, why);
}

bool layout_fragment_like(struct layout *out, const struct layout *l, struct failure *why)
{
    struct layout first, rest, filtered, block, tile;
    struct int_tuple one;
    struct tiler tiler;
    int rank = layout_rank(l);
    if (!need_integers(l, "make_fragment_like", why))
        return false;
    if (rank <= 1)
        return layout_left(out, &l->shape, why);
    if (!layout_get(&first, l, 0, why) || !layout_take(&rest, l, 1, rank, why))
        return false;
    layout_filter_zeros(&filtered, &first);
    int_tuple_integer(&one, 1);
    block.shape = first.shape;
    if (!compact_col_major(&block.stride, &filtered.shape, &one, why) ||
        !layout_ordered(&tile, &rest.shape, &rest.stride, why))
        return false;
    tiler_from_layout(&tiler, &tile);
    return layout_tiled_product(out, &block, &tiler, why);
}
