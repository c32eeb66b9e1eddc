// SPDX-License-Identifier: MIT
#include "tiled.h"

#include <stdio.h>
#include <string.h>

#include "../algebra/complement.h"
#include "../algebra/compose.h"
#include "../core/coord.h"
#include "../algebra/divide.h"
#include "../algebra/inverse.h"
#include "../algebra/product.h"
#include "../algebra/slice.h"

// Which of M, N, K the two modes of an operand are.
static const int modes_of[3][2] = {{0, 2}, {1, 2}, {0, 1}};
static const char letter[] = "MNK";

static bool mode_size(const struct layout *l, int mode, int64_t *out, struct failure *why)
{
    struct layout part;
    return layout_get(&part, l, mode, why) && layout_size(&part, out, why);
}

// n:1; an extent 1 has stride 0, as everywhere.
static struct layout line(int64_t n)
{
    struct layout l;
    layout_leaf(&l, n, n == 1 ? 0 : 1);
    return l;
}

// ---- Making ---------------------------------------------------------------------------------------

bool make_tiled_mma(struct tiled_mma *out, const struct mma_atom *atom,
                    const struct layout *thr_mnk, const struct tiler *permutation,
                    struct failure *why)
{
    const int extents[3] = {atom->m, atom->n, atom->k};
    struct tiler copies, part;
    struct layout thr = *thr_mnk;
    if (layout_rank(thr_mnk) > 3 || !layout_append_to(&thr, thr_mnk, 3, why))
        return fail(why, "threads of a tiled MMA have three modes, M, N and K");
    if (permutation && tiler_rank(permutation) != 3)
        return fail(why, "a tiled MMA's tile has three modes, <M,N,K>");
    out->atom = *atom;
    tiler_from_layout(&copies, &thr);
    if (!layout_tiled_product(&out->thr_vmnk, &atom->thr_id, &copies, why) ||
        !layout_cosize(&out->thr_vmnk, &out->threads, why))
        return false;
    for (int i = 0; i < 3; i++) {
        int64_t side, atoms;
        if (!mode_size(&out->thr_vmnk, i + 1, &atoms, why))
            return false;
        side = extents[i] * atoms;
        out->permutation[i] = line(side);
        if (permutation) {
            if (!tiler_get(&part, permutation, i, why))
                return false;
            if (part.kind[0] != TILER_UNDERSCORE && !tiler_layout(&out->permutation[i], &part, why))
                return false;
        }
        if (!layout_size(&out->permutation[i], &out->tile[i], why))
            return false;
        if (out->tile[i] < 1)
            return fail(why, "%c of a tiled MMA's tile is empty", letter[i]);
    }
    return true;
}

// ---- Threads and fragments --------------------------------------------------------------------------

// Divides modes 0 and 1 of l; the other modes stay. ((T0,R0),(T1,R1),L..)
static bool divide_two(struct layout *out, const struct layout *l, const struct layout *first,
                       const struct layout *second, struct failure *why)
{
    struct layout modes[LAYOUT_LEAVES], mode;
    const int rank = layout_rank(l);
    if (rank < 2 || rank > LAYOUT_LEAVES)
        return fail(why, "an operand has at least two modes");
    for (int i = 0; i < rank; i++) {
        if (!layout_get(i < 2 ? &mode : &modes[i], l, i, why))
            return false;
        if (i < 2 && !layout_logical_divide_layout(&modes[i], &mode, i == 0 ? first : second, why))
            return false;
    }
    return layout_concat(out, modes, rank, why);
}

// ((T0,R0),(T1,R1),L..) -> tile (T0,T1) and rest (R0,R1,L..).
static bool unzip(struct layout *tile, struct layout *rest, const struct layout *l,
                  struct failure *why)
{
    struct layout tiles[2], rests[LAYOUT_LEAVES], mode;
    const int rank = layout_rank(l);
    for (int i = 0; i < rank; i++) {
        if (!layout_get(&mode, l, i, why))
            return false;
        if (i >= 2)
            rests[i] = mode;
        else if (!layout_get(&tiles[i], &mode, 0, why) || !layout_get(&rests[i], &mode, 1, why))
            return false;
    }
    return layout_concat(tile, tiles, 2, why) && layout_concat(rest, rests, rank, why);
}

bool tiled_mma_thrfrg(struct layout *out, const struct tiled_mma *mma, enum mma_operand operand,
                      const struct layout *tensor, struct failure *why)
{
    const int extents[3] = {mma->atom.m, mma->atom.n, mma->atom.k};
    const int i = modes_of[operand][0], j = modes_of[operand][1];
    struct layout permuted, tiled, atoms, rest, tv, thr_v, frg_v, threads, rests, parts[2], pair[2];
    struct layout side[2] = {line(extents[i]), line(extents[j])};
    int64_t count[2];

    // Reordered for the tile, cut into atoms: ((AtomM,AtomK),(RestM,RestK,..)).
    if (!divide_two(&permuted, tensor, &mma->permutation[i], &mma->permutation[j], why) ||
        !divide_two(&tiled, &permuted, &side[0], &side[1], why) ||
        !unzip(&atoms, &rest, &tiled, why))
        return false;
    // Atoms by thread and value: (ThrV,FrgV).
    if (!layout_composition(&tv, &atoms, &mma->atom.tv[operand], why) ||
        !layout_get(&thr_v, &tv, 0, why) || !layout_get(&frg_v, &tv, 1, why))
        return false;
    // The remainder, by thread: (ThrM,ThrK), (RestM,RestK,..).
    if (!mode_size(&mma->thr_vmnk, i + 1, &count[0], why) ||
        !mode_size(&mma->thr_vmnk, j + 1, &count[1], why))
        return false;
    side[0] = line(count[0]);
    side[1] = line(count[1]);
    if (!divide_two(&tiled, &rest, &side[0], &side[1], why) ||
        !unzip(&threads, &rests, &tiled, why))
        return false;
    pair[0] = thr_v;
    pair[1] = threads;
    if (!layout_concat(&parts[0], pair, 2, why))
        return false;
    pair[0] = frg_v;
    pair[1] = rests;
    return layout_concat(&parts[1], pair, 2, why) && layout_concat(out, parts, 2, why);
}

// (ThrV,(ThrM,ThrK)) -> (ThrV,((ThrM,ThrN),ThrK)): threads that differ in N see the same of A. The
// same for B with M.
static bool spread(struct layout *threads, const struct tiled_mma *mma, enum mma_operand operand,
                   struct failure *why)
{
    struct layout outer[2], inner[2], over, first;
    int64_t m, n;
    if (!mode_size(&mma->thr_vmnk, 1, &m, why) || !mode_size(&mma->thr_vmnk, 2, &n, why) ||
        !layout_get(&outer[0], threads, 0, why) || !layout_get(&outer[1], threads, 1, why) ||
        !layout_get(&first, &outer[1], 0, why) || !layout_get(&inner[1], &outer[1], 1, why))
        return false;
    int_tuple_flat(&over.shape, (int64_t[]){m, n}, 2);
    int_tuple_flat(&over.stride, operand == MMA_A ? (int64_t[]){1, 0} : (int64_t[]){0, 1}, 2);
    return layout_composition(&inner[0], &first, &over, why) &&
           layout_concat(&outer[1], inner, 2, why) && layout_concat(threads, outer, 2, why);
}

bool tiled_mma_tv(struct layout *out, const struct tiled_mma *mma, enum mma_operand operand,
                  struct failure *why)
{
    const int i = modes_of[operand][0], j = modes_of[operand][1];
    struct int_tuple shape;
    struct layout tile, frg, threads, parts[2], all[2], whole, index;
    int_tuple_flat(&shape, (int64_t[]){mma->tile[i], mma->tile[j]}, 2);
    if (!layout_left(&tile, &shape, why) || !tiled_mma_thrfrg(&frg, mma, operand, &tile, why) ||
        !layout_get(&threads, &frg, 0, why) || !layout_get(&parts[1], &frg, 1, why) ||
        (operand != MMA_C && !spread(&threads, mma, operand, why)))
        return false;
    // From the number of a thread to (V,M,N,K): the inverse of thr_vmnk, its gaps filled.
    all[0] = mma->thr_vmnk;
    return layout_complement(&all[1], &mma->thr_vmnk, NULL, why) &&
           layout_concat(&whole, all, 2, why) && layout_right_inverse(&index, &whole, why) &&
           layout_composition(&parts[0], &threads, &index, why) &&
           layout_concat(out, parts, 2, why);
}

// ---- One thread's part ------------------------------------------------------------------------------

// ((v,(i,j)),(_,(_,_,..)))
static bool thread_coordinate(struct int_tuple *out, const struct tiled_mma *mma,
                              enum mma_operand operand, int rank, int64_t thread,
                              struct failure *why)
{
    struct int_tuple vmnk;
    char text[64 + 3 * LAYOUT_LEAVES];
    if (thread < 0 || thread >= mma->threads)
        return fail(why, "thread %lld: there are %lld", (long long)thread, (long long)mma->threads);
    if (!layout_flat_coord(&vmnk, &mma->thr_vmnk, thread, why))
        return false;
    int length = snprintf(text, sizeof text, "((%lld,(%lld,%lld)),(_,(_", (long long)vmnk.value[0],
                          (long long)vmnk.value[1 + modes_of[operand][0]],
                          (long long)vmnk.value[1 + modes_of[operand][1]]);
    for (int i = 1; i < rank; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, ",_");
    snprintf(text + length, sizeof text - (size_t)length, ")))");
    return int_tuple_parse(out, text, why);
}

bool tiled_mma_partition(struct layout *out, int64_t *offset, const struct tiled_mma *mma,
                         enum mma_operand operand, const struct layout *tensor, int64_t thread,
                         struct failure *why)
{
    struct layout frg;
    struct int_tuple coord;
    return tiled_mma_thrfrg(&frg, mma, operand, tensor, why) &&
           thread_coordinate(&coord, mma, operand, layout_rank(tensor), thread, why) &&
           layout_slice_and_offset(out, offset, &coord, &frg, why);
}

bool tiled_mma_partition_shape(struct int_tuple *out, const struct tiled_mma *mma,
                               enum mma_operand operand, const struct int_tuple *shape,
                               struct failure *why)
{
    struct layout tensor, part;
    int64_t offset;
    if (!layout_left(&tensor, shape, why) ||
        !tiled_mma_partition(&part, &offset, mma, operand, &tensor, 0, why))
        return false;
    *out = part.shape;
    return true;
}
