// SPDX-License-Identifier: MIT
//
// tile.c: what compositions, divides and products share: going through a tiler mode by mode, and
// arranging the modes of the result.
#include "tile.h"

#include "../core/build.h"

static bool each_mode(struct layout_builder *r, const struct layout *a, const struct tiler *t,
                      tile_operation *operation, bool composes, const char *name,
                      struct failure *why)
{
    struct layout tile, result;
    if (!tiler_is_tuple(t)) {
        if (t->kind[0] == TILER_UNDERSCORE) {
            build_layout_all(r, a);
            return true;
        }
        if (!tiler_layout(&tile, t, why))
            return false;
        if (!composes && t->kind[0] == TILER_INTEGER && tile.shape.value[0] == 1)
            tile.stride.value[0] = 0;
        if (!operation(&result, a, &tile, why))
            return false;
        build_layout_all(r, &result);
        return true;
    }
    int rank = layout_rank(a), tiles = tiler_rank(t);
    if (tiles > rank)
        return fail(why, "%s: the tiler has %d modes, the layout %d", name, tiles, rank);
    build_layout_open(r);
    for (int i = 0; i < (composes ? tiles : rank); i++) {
        struct layout part;
        struct tiler part_tiler;
        if (!layout_get(&part, a, i, why))
            return false;
        if (i >= tiles)
            build_layout_all(r, &part);
        else if (!tiler_get(&part_tiler, t, i, why) ||
                 !each_mode(r, &part, &part_tiler, operation, composes, name, why))
            return false;
    }
    build_layout_close(r);
    return true;
}

static bool by_tiler(struct layout *out, const struct layout *a, const struct tiler *tiler,
                     tile_operation *operation, bool composes, const char *name,
                     struct failure *why)
{
    if (!tiler_is_tuple(tiler) && tiler->kind[0] == TILER_LAYOUT)
        return operation(out, a, &tiler->leaves, why);
    struct layout_builder r = build_layout(out);
    return each_mode(&r, a, tiler, operation, composes, name, why) && build_layout_done(&r, why);
}

bool tile_logical(struct layout *out, const struct layout *a, const struct tiler *tiler,
                  tile_operation *operation, const char *name, struct failure *why)
{
    return by_tiler(out, a, tiler, operation, false, name, why);
}

bool tile_composed(struct layout *out, const struct layout *a, const struct tiler *tiler,
                   tile_operation *operation, const char *name, struct failure *why)
{
    return by_tiler(out, a, tiler, operation, true, name, why);
}

// Splits the node `shape` of l along the tiler: the first of two modes goes to `tile`, the second
// to `rest`, at every leaf of the tiler.
static bool unzip(struct layout_builder *tile, struct layout_builder *rest,
                  const struct node *shape, const struct layout *l, const struct node *item,
                  const char *name, struct failure *why)
{
    struct node mode, inner;
    int rank = node_rank(shape);
    if (node_is_leaf(item)) {
        if (node_is_leaf(shape) || rank != 2)
            return fail(why, "%s: '_' needs a mode of two modes (tile,rest); this one has %d", name,
                        rank);
        if (node_get(shape, 0, &mode))
            build_layout_node(tile, &mode, l);
        if (node_get(shape, 1, &mode))
            build_layout_node(rest, &mode, l);
        return true;
    }
    if (node_is_leaf(shape))
        return fail(why, "%s: the tiler has modes where the layout has none", name);
    int cs = shape->begin, ci = item->begin;
    build_layout_open(tile);
    build_layout_open(rest);
    while (node_next(shape, &cs, &mode))
        if (!node_next(item, &ci, &inner))
            build_layout_node(rest, &mode, l);
        else if (!unzip(tile, rest, &mode, l, &inner, name, why))
            return false;
    build_layout_close(tile);
    build_layout_close(rest);
    return true;
}

// Adds the modes of a tuple of several modes one by one, anything else as one mode.
static void build_unpacked(struct layout_builder *b, const struct layout *l)
{
    struct node shape = node_root(&l->shape), mode;
    if (node_is_leaf(&shape) || node_rank(&shape) == 1) {
        build_layout_all(b, l);
        return;
    }
    int cursor = 0;
    while (node_next(&shape, &cursor, &mode))
        build_layout_node(b, &mode, l);
}

bool tile_arranged(struct layout *out, const struct layout *a, const struct tiler *tiler,
                   tile_operation *operation, enum tile_form form, const char *name,
                   struct failure *why)
{
    struct layout logical, tile, rest;
    if (!tile_logical(&logical, a, tiler, operation, name, why))
        return false;
    struct int_tuple items;
    tiler_outline(&items, tiler);
    struct layout_builder bt = build_layout(&tile), br = build_layout(&rest);
    struct node shape = node_root(&logical.shape), item = node_root(&items);
    if (!unzip(&bt, &br, &shape, &logical, &item, name, why) || !build_layout_done(&bt, why) ||
        !build_layout_done(&br, why))
        return false;
    struct layout_builder r = build_layout(out);
    build_layout_open(&r);
    if (form == TILE_FLAT)
        build_unpacked(&r, &tile);
    else
        build_layout_all(&r, &tile);
    if (form == TILE_ZIPPED)
        build_layout_all(&r, &rest);
    else
        build_unpacked(&r, &rest);
    build_layout_close(&r);
    return build_layout_done(&r, why);
}
