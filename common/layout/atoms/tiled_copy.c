// SPDX-License-Identifier: MIT
#include "tiled.h"

#include <stdio.h>

#include "../algebra/compose.h"
#include "../algebra/divide.h"
#include "../algebra/inverse.h"
#include "../algebra/product.h"
#include "../algebra/simplify.h"
#include "../algebra/slice.h"

// ---- Making ---------------------------------------------------------------------------------------

static bool finish(struct tiled_copy *out, const struct copy_atom *atom, struct failure *why)
{
    struct layout part;
    int64_t threads, values, atom_threads, atom_values;
    out->atom = *atom;
    if (!layout_get(&part, &out->tv, 0, why) || !layout_size(&part, &threads, why) ||
        !layout_get(&part, &out->tv, 1, why) || !layout_size(&part, &values, why) ||
        !layout_size(&atom->thr_id, &atom_threads, why) || !layout_get(&part, &atom->ref, 1, why) ||
        !layout_size(&part, &atom_values, why))
        return false;
    out->threads = threads;
    if (threads % atom_threads != 0)
        return fail(why, "%lld threads: %s takes %lld at a time", (long long)threads, atom->name,
                    (long long)atom_threads);
    if (values % atom_values != 0)
        return fail(why, "%lld values a thread: %s moves %lld at a time", (long long)values,
                    atom->name, (long long)atom_values);
    return true;
}

bool make_tiled_copy(struct tiled_copy *out, const struct copy_atom *atom,
                     const struct layout *threads, const struct layout *values, struct failure *why)
{
    struct layout tile, inverse;
    struct int_tuple shape;
    int64_t counts[2];
    if (!layout_raked_product(&tile, threads, values, why) ||
        !layout_right_inverse(&inverse, &tile, why) || !layout_size(threads, &counts[0], why) ||
        !layout_size(values, &counts[1], why))
        return false;
    int_tuple_flat(&shape, counts, 2);
    return layout_with_shape(&out->tv, &inverse, &shape, why) &&
           int_tuple_product_each(&out->tiler, &tile.shape, why) && finish(out, atom, why);
}

bool make_tiled_copy_for(struct tiled_copy *out, const struct copy_atom *atom,
                         const struct tiled_mma *mma, enum mma_operand operand, struct failure *why)
{
    const int64_t sides[3][2] = {
        {mma->tile[0], mma->tile[2]}, {mma->tile[1], mma->tile[2]}, {mma->tile[0], mma->tile[1]}};
    int_tuple_flat(&out->tiler, sides[operand], 2);
    return tiled_mma_tv(&out->tv, mma, operand, why) && finish(out, atom, why);
}

// ---- Threads and values of one side -----------------------------------------------------------------

// (thread, (value, more)) -> element of the tile, in the atom's source or destination order.
static bool side_of_tile(struct layout *out, const struct tiled_copy *copy, enum copy_side side,
                         struct failure *why)
{
    const struct layout *target = side == COPY_SRC ? &copy->atom.src : &copy->atom.dst;
    struct layout back, turn, part, divided, atoms, rest, turned, zipped;
    struct int_tuple shape, profile;
    struct tiler piece;
    int64_t counts[2];
    if (!layout_right_inverse(&back, &copy->atom.ref, why) ||
        !layout_composition(&turn, &back, target, why) ||
        !layout_size(&copy->atom.thr_id, &counts[0], why) ||
        !layout_get(&part, &copy->atom.ref, 1, why) || !layout_size(&part, &counts[1], why))
        return false;
    // ((atom's thread, atom's value), (more threads, more values))
    int_tuple_flat(&shape, counts, 2);
    if (!tiler_from_shape(&piece, &shape, why) ||
        !layout_zipped_divide(&divided, &copy->tv, &piece, why) ||
        !layout_get(&atoms, &divided, 0, why) || !layout_get(&rest, &divided, 1, why))
        return false;
    // ((thread, more threads), (value, more values)), threads as one number
    return layout_composition(&turned, &atoms, &turn, why) &&
           layout_zip(&zipped, &turned, &rest, why) &&
           int_tuple_parse(&profile, "(1,(1,1))", why) &&
           layout_coalesce_by(out, &zipped, &profile, why);
}

// (thread, value, (rest, ...)) of a tensor.
static bool thrfrg(struct layout *out, const struct tiled_copy *copy, enum copy_side side,
                   const struct layout *tensor, struct failure *why)
{
    struct layout tv, divided, tile, parts[3], turned;
    struct tiler tiler;
    return side_of_tile(&tv, copy, side, why) && tiler_from_shape(&tiler, &copy->tiler, why) &&
           layout_zipped_divide(&divided, tensor, &tiler, why) &&
           layout_get(&tile, &divided, 0, why) && layout_get(&parts[2], &divided, 1, why) &&
           layout_composition(&turned, &tile, &tv, why) && layout_get(&parts[0], &turned, 0, why) &&
           layout_get(&parts[1], &turned, 1, why) && layout_concat(out, parts, 3, why);
}

bool tiled_copy_tv(struct layout *out, const struct tiled_copy *copy, enum copy_side side,
                   struct failure *why)
{
    struct layout tv, tile;
    return side_of_tile(&tv, copy, side, why) && layout_left(&tile, &copy->tiler, why) &&
           layout_composition(out, &tile, &tv, why);
}

bool tiled_copy_partition(struct layout *out, int64_t *offset, const struct tiled_copy *copy,
                          enum copy_side side, const struct layout *tensor, int64_t thread,
                          struct failure *why)
{
    struct layout frg;
    struct int_tuple coord;
    char text[64 + 3 * LAYOUT_LEAVES];
    if (thread < 0 || thread >= copy->threads)
        return fail(why, "thread %lld: there are %lld", (long long)thread,
                    (long long)copy->threads);
    int length = snprintf(text, sizeof text, "(%lld,_,(_", (long long)thread);
    for (int i = 1; i < layout_rank(tensor); i++)
        length += snprintf(text + length, sizeof text - (size_t)length, ",_");
    snprintf(text + length, sizeof text - (size_t)length, "))");
    return thrfrg(&frg, copy, side, tensor, why) && int_tuple_parse(&coord, text, why) &&
           layout_slice_and_offset(out, offset, &coord, &frg, why);
}
