// SPDX-License-Identifier: MIT
#include "divide.h"

#include "internal.h"
#include "inverse.h"
#include "simplify.h"

// A o (B, complement(B, shape of coalesced A))
static bool divide_layout(struct layout *out, const struct layout *a, const struct layout *b,
                          struct failure *why)
{
    struct leaves leaves;
    struct layout rest, both;
    struct int_tuple target;
    if (!leaves_of(&leaves, a, 0, a->shape.count, false, false, why))
        return false;
    if (leaves.count <= 1)
        int_tuple_integer(&target, leaves.count == 0 ? 1 : leaves.shape[0]);
    else
        int_tuple_flat(&target, leaves.shape, leaves.count);
    return layout_complement(&rest, b, &target, why) && layout_pair(&both, b, &rest, why) &&
           composition_over(out, a, b, &both, why);
}

bool layout_logical_divide_layout(struct layout *out, const struct layout *a,
                                  const struct layout *b, struct failure *why)
{
    if (!tracing())
        return divide_layout(out, a, b, why);
    trace_enter("logical_divide %s by %s", trace_layout(a).text, trace_layout(b).text);
    bool ok = divide_layout(out, a, b, why);
    trace_leave(ok ? out : NULL);
    return ok;
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
