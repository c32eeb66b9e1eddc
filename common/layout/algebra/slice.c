// SPDX-License-Identifier: MIT
#include "slice.h"

#include "../core/coord.h"
#include "../tuple/node.h"

bool layout_slice(struct layout *out, const struct int_tuple *coord, const struct layout *l,
                  struct failure *why)
{
    return int_tuple_slice(&out->shape, coord, &l->shape, why) &&
           int_tuple_slice(&out->stride, coord, &l->stride, why);
}

bool layout_dice(struct layout *out, const struct int_tuple *coord, const struct layout *l,
                 struct failure *why)
{
    return int_tuple_dice(&out->shape, coord, &l->shape, why) &&
           int_tuple_dice(&out->stride, coord, &l->stride, why);
}

bool layout_slice_and_offset(struct layout *out, int64_t *offset, const struct int_tuple *coord,
                             const struct layout *l, struct failure *why)
{
    return layout_slice(out, coord, l, why) && layout_crd2idx(l, coord, offset, why);
}

// ---- Partitions ---------------------------------------------------------------------------------

// `_` for one mode, (_,_,..) for several: keeps a mode, or lifts its modes.
static bool keep_all(struct builder *b, const struct layout *l, int mode, struct failure *why)
{
    struct layout part;
    if (!layout_get(&part, l, mode, why))
        return false;
    int rank = layout_rank(&part);
    if (rank != 1)
        build_open(b);
    for (int i = 0; i < rank; i++)
        build_marked_leaf(b, 0, MARK_UNDERSCORE);
    if (rank != 1)
        build_close(b);
    return true;
}

// The coordinate of one mode; a tuple is continued with `_` up to the mode's rank.
static bool fix(struct builder *b, const struct layout *l, int mode, const struct int_tuple *coord,
                struct failure *why)
{
    struct layout part;
    struct int_tuple underscore, whole;
    if (int_tuple_is_leaf(coord)) {
        build_tuple(b, coord);
        return true;
    }
    struct builder bu = build(&underscore);
    build_marked_leaf(&bu, 0, MARK_UNDERSCORE);
    if (!layout_get(&part, l, mode, why))
        return false;
    if (coord->count == 0 || int_tuple_rank(coord) > layout_rank(&part))
        return fail(why, "%d coordinates for %d modes", int_tuple_rank(coord), layout_rank(&part));
    if (!int_tuple_append_to(&whole, coord, layout_rank(&part), &underscore, why))
        return false;
    build_tuple(b, &whole);
    return true;
}

bool partition_coord(struct int_tuple *out, const struct layout *zipped, bool inner,
                     const struct int_tuple *coord, struct failure *why)
{
    struct builder b = build(out);
    build_open(&b);
    bool ok = inner ? keep_all(&b, zipped, 0, why) && fix(&b, zipped, 1, coord, why)
                    : fix(&b, zipped, 0, coord, why) && keep_all(&b, zipped, 1, why);
    build_close(&b);
    return ok && build_done(&b, why);
}

static bool partition(struct layout *out, int64_t *offset, const struct layout *l,
                      const struct tiler *tiler, bool inner, const struct int_tuple *coord,
                      struct failure *why)
{
    struct layout zipped;
    struct int_tuple whole;
    return layout_zipped_divide(&zipped, l, tiler, why) &&
           partition_coord(&whole, &zipped, inner, coord, why) &&
           layout_slice_and_offset(out, offset, &whole, &zipped, why);
}

bool layout_inner_partition(struct layout *out, int64_t *offset, const struct layout *l,
                            const struct tiler *tiler, const struct int_tuple *coord,
                            struct failure *why)
{
    return partition(out, offset, l, tiler, true, coord, why);
}

bool layout_outer_partition(struct layout *out, int64_t *offset, const struct layout *l,
                            const struct tiler *tiler, const struct int_tuple *coord,
                            struct failure *why)
{
    return partition(out, offset, l, tiler, false, coord, why);
}

bool layout_local_tile(struct layout *out, int64_t *offset, const struct layout *l,
                       const struct tiler *tiler, const struct int_tuple *coord,
                       const struct int_tuple *projection, struct failure *why)
{
    struct tiler tile;
    struct int_tuple place;
    if (projection == NULL)
        return layout_inner_partition(out, offset, l, tiler, coord, why);
    return tiler_dice(&tile, projection, tiler, why) &&
           int_tuple_dice(&place, projection, coord, why) &&
           layout_inner_partition(out, offset, l, &tile, &place, why);
}

bool thread_partition(struct tiler *tiler, struct int_tuple *coord, const struct layout *threads,
                      int64_t index, const struct int_tuple *projection, struct failure *why)
{
    struct layout diced;
    struct int_tuple extents;
    if (projection != NULL) {
        if (!layout_dice(&diced, projection, threads, why))
            return false;
        threads = &diced;
    }
    return int_tuple_product_each(&extents, &threads->shape, why) &&
           tiler_from_shape(tiler, &extents, why) && layout_flat_coord(coord, threads, index, why);
}

bool layout_local_partition(struct layout *out, int64_t *offset, const struct layout *l,
                            const struct layout *threads, int64_t index,
                            const struct int_tuple *projection, struct failure *why)
{
    struct tiler tiler;
    struct int_tuple coord;
    return thread_partition(&tiler, &coord, threads, index, projection, why) &&
           layout_outer_partition(out, offset, l, &tiler, &coord, why);
}
