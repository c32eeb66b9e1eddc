// SPDX-License-Identifier: MIT
#include "divide.h"

#include "../core/build.h"
#include "complement.h"
#include "../core/leaves.h"
#include "tile.h"
#include "../core/tracing.h"

// A o (B, complement(B, shape of coalesced A))
static bool divide_layout(struct layout *out, const struct layout *a, const struct layout *b,
                          struct failure *why)
{
    struct leaves leaves;
    struct layout coalesced, rest, both;
    if (!leaves_of(&leaves, a, 0, a->shape.count, false, false, why))
        return false;
    layout_from_leaves(&coalesced, &leaves);
    return layout_complement(&rest, b, &coalesced.shape, why) &&
           layout_pair(&both, b, &rest, why) && layout_composition_over(out, a, b, &both, why);
}

bool layout_logical_divide_layout(struct layout *out, const struct layout *a,
                                  const struct layout *b, struct failure *why)
{
    if (tracing())
        trace_enter("logical_divide %s by %s", trace_layout(a).text, trace_layout(b).text);
    return trace_leave(divide_layout(out, a, b, why), out);
}

bool layout_logical_divide(struct layout *out, const struct layout *a, const struct tiler *tiler,
                           struct failure *why)
{
    return tile_logical(out, a, tiler, layout_logical_divide_layout, "logical_divide", why);
}

bool layout_zipped_divide(struct layout *out, const struct layout *a, const struct tiler *tiler,
                          struct failure *why)
{
    return tile_arranged(out, a, tiler, layout_logical_divide_layout, TILE_ZIPPED, "zipped_divide",
                         why);
}

bool layout_tiled_divide(struct layout *out, const struct layout *a, const struct tiler *tiler,
                         struct failure *why)
{
    return tile_arranged(out, a, tiler, layout_logical_divide_layout, TILE_TILED, "tiled_divide",
                         why);
}

bool layout_flat_divide(struct layout *out, const struct layout *a, const struct tiler *tiler,
                        struct failure *why)
{
    return tile_arranged(out, a, tiler, layout_logical_divide_layout, TILE_FLAT, "flat_divide",
                         why);
}

// ---- Dividing evenly ----------------------------------------------------------------------------

// size(shape) == size(tile) * size(ceil_div(shape, tile))
static bool leaf_divides(bool *out, const struct int_tuple *shape, const struct tiler *t,
                         struct failure *why)
{
    struct layout tile, rest;
    int64_t size, tile_size, rest_size, product;
    if (!tiler_layout(&tile, t, why))
        return false;
    if (t->kind[0] == TILER_INTEGER) {
        if (!int_tuple_ceil_div(&rest.shape, shape, &tile.shape, why))
            return false;
    } else if (!layout_ceil_div(&rest, shape, &tile, why)) {
        return false;
    }
    if (!int_tuple_product(shape, &size, why) || !layout_size(&tile, &tile_size, why) ||
        !int_tuple_product(&rest.shape, &rest_size, why))
        return false;
    *out = !__builtin_mul_overflow(tile_size, rest_size, &product) && product == size;
    return true;
}

bool shape_evenly_divides(bool *out, const struct int_tuple *shape, const struct tiler *t,
                          struct failure *why)
{
    if (!tiler_is_tuple(t))
        return leaf_divides(out, shape, t, why);
    int rank = tiler_rank(t);
    *out = rank <= int_tuple_rank(shape);
    for (int i = 0; i < rank && *out; i++) {
        struct int_tuple mode;
        struct tiler tile;
        if (!int_tuple_get(&mode, shape, i, why) || !tiler_get(&tile, t, i, why) ||
            !shape_evenly_divides(out, &mode, &tile, why))
            return false;
    }
    return true;
}
