// SPDX-License-Identifier: MIT
#include "affine.h"

#include <stdio.h>

// ---- Maps -------------------------------------------------------------------------------------------

struct affine_map affine_row_major(void)
{
    return (struct affine_map){.rank = 2, .storage_rank = 2, .matrix = {{1, 0}, {0, 1}}};
}

struct affine_map affine_column_major(void)
{
    return (struct affine_map){.rank = 2, .storage_rank = 2, .matrix = {{0, 1}, {1, 0}}};
}

struct affine_map affine_two_strides(void)
{
    return (struct affine_map){.rank = 2, .storage_rank = 3, .matrix = {{1, 0}, {0, 1}, {0, 0}}};
}

static bool check_ranks(const struct affine_map *map, struct failure *why)
{
    if (map->rank < 1 || map->rank > AFFINE_RANK || map->storage_rank < 1 ||
        map->storage_rank > AFFINE_RANK)
        return fail(why, "a map of rank %d to rank %d; allowed are 1 to %d", map->rank,
                    map->storage_rank, AFFINE_RANK);
    return true;
}

// *sum += a * b, or false.
static bool add_product(int64_t *sum, int64_t a, int64_t b, struct failure *why)
{
    int64_t product;
    if (__builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(*sum, product, sum))
        return fail(why, "affine map: %lld times %lld does not fit into 64 bits", (long long)a,
                    (long long)b);
    return true;
}

bool affine_apply(const struct affine_map *map, const int64_t *x, int64_t *storage,
                  struct failure *why)
{
    if (!check_ranks(map, why))
        return false;
    for (int s = 0; s < map->storage_rank; s++) {
        storage[s] = map->origin[s];
        for (int r = 0; r < map->rank; r++)
            if (!add_product(&storage[s], map->matrix[s][r], x[r], why))
                return false;
    }
    return true;
}

bool affine_layout(struct layout *out, int64_t *offset, const struct affine_map *map,
                   const int64_t *extent, const int64_t *stride, struct failure *why)
{
    struct int_tuple shape, strides;
    int64_t logical[AFFINE_RANK] = {0};
    if (!check_ranks(map, why))
        return false;
    *offset = 0;
    for (int s = 0; s < map->storage_rank; s++) {
        if (!add_product(offset, map->origin[s], stride[s], why))
            return false;
        for (int r = 0; r < map->rank; r++)
            if (!add_product(&logical[r], map->matrix[s][r], stride[s], why))
                return false;
    }
    int_tuple_flat(&shape, extent, map->rank);
    int_tuple_flat(&strides, logical, map->rank);
    return layout_make(out, &shape, &strides, why);
}

bool interleaved_layout(struct layout *out, int64_t rows, int64_t cols, int64_t group, int64_t ld,
                        bool columns, struct failure *why)
{
    const int64_t grouped = columns ? cols : rows, other = columns ? rows : cols;
    struct layout modes[2];
    struct layout *across = &modes[columns ? 1 : 0], *along = &modes[columns ? 0 : 1];
    if (group < 1 || grouped % group != 0)
        return fail(why, "%lld %s in groups of %lld do not come out even", (long long)grouped,
                    columns ? "columns" : "rows", (long long)group);
    if (ld / group < other)
        return fail(why, "leading dimension %lld: too small for a group of %lld times %lld",
                    (long long)ld, (long long)group, (long long)other);
    layout_leaf(along, other, group);
    int_tuple_flat(&across->shape, (int64_t[]){group, grouped / group}, 2);
    int_tuple_flat(&across->stride, (int64_t[]){1, ld}, 2);
    return layout_concat(out, modes, 2, why);
}

// ---- References and views ---------------------------------------------------------------------------

void *tensor_ref_at(const struct tensor_ref *ref, const int64_t *coord, int rank)
{
    struct int_tuple c;
    struct failure why;
    int64_t offset;
    int_tuple_flat(&c, coord, rank);
    if (!layout_crd2idx(&ref->layout, &c, &offset, &why))
        return NULL;
    return ref->data + offset * (int64_t)ref->element_bytes;
}

bool tensor_view_make(struct tensor_view *out, const struct tensor_ref *ref, struct failure *why)
{
    out->ref = *ref;
    out->rank = layout_rank(&ref->layout);
    if (out->rank > AFFINE_RANK)
        return fail(why, "a view has at most %d dimensions, not %d", AFFINE_RANK, out->rank);
    for (int i = 0; i < out->rank; i++) {
        struct layout mode;
        if (!layout_get(&mode, &ref->layout, i, why) || !layout_size(&mode, &out->extent[i], why))
            return false;
    }
    return true;
}

bool tensor_view_contains(const struct tensor_view *view, const int64_t *coord)
{
    for (int i = 0; i < view->rank; i++)
        if (coord[i] < 0 || coord[i] >= view->extent[i])
            return false;
    return true;
}

void *tensor_view_at(const struct tensor_view *view, const int64_t *coord)
{
    return tensor_view_contains(view, coord) ? tensor_ref_at(&view->ref, coord, view->rank) : NULL;
}

bool tensor_view_part(struct tensor_view *out, const struct tensor_view *view,
                      const int64_t *corner, const int64_t *extent, struct failure *why)
{
    struct layout modes[AFFINE_RANK], mode;
    if (!tensor_view_contains(view, corner))
        return fail(why, "the part begins outside the view");
    *out = *view;
    for (int i = 0; i < view->rank; i++) {
        if (!layout_get(&mode, &view->ref.layout, i, why))
            return false;
        if (!int_tuple_is_leaf(&mode.shape))
            return fail(why, "mode %d has modes of its own: a part of it need not be a layout", i);
        const int64_t left = view->extent[i] - corner[i];
        out->extent[i] = extent[i] < left ? extent[i] : left;
        if (out->extent[i] < 1)
            return fail(why, "mode %d of the part is empty", i);
        layout_leaf(&modes[i], out->extent[i], mode.stride.value[0]);
    }
    out->ref.data = tensor_ref_at(&view->ref, corner, view->rank);
    return layout_concat(&out->ref.layout, modes, view->rank, why);
}
