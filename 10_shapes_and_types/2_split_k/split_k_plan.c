// SPDX-License-Identifier: MIT
//
// split_k_plan.c: how many partitions, how long they are, and the memory they need.
#include <limits.h>

#include "../../common/device/index.h"
#include "../../common/device/gemm/hierarchy/pack_gemm.h"
#include "../parts/partial_sums.h"
#include "../../common/device/gemm/hierarchy/segment.h"
#include "split_k.h"

// A block with fewer k-tiles spends its time on filling and draining its pipeline.
enum { FEWEST_TURNS = 2 };

// In TN no rows run along K: each piece begins with a row of A and of B.
static bool begins_at_vectors(const struct k_cut *cut, const struct gemm_problem *p)
{
    return cut->rule == CUT_AT_TILES || cut->pieces == 1 ||
           cut->k / cut->pieces % F16_VECTOR == 0 || (p->trans_a && !p->trans_b);
}

// As many as can run together, divided by the tiles of C.
static int partitions_to_fill(int places, int tiles, int k_tiles)
{
    const int most = k_tiles / FEWEST_TURNS, wanted = places / tiles;
    const int partitions = smaller(wanted, most);
    return partitions > 1 ? partitions : 1;
}

struct split_plan split_k_plan(const struct hier_device *device, const struct gemm_problem *p,
                               const struct split *split)
{
    const int k = gemm_read_k(p), k_tiles = ceil_div(k, PLAN_BK);
    struct split_plan plan = {
        .cut = {split->cut, k, split->partitions},
        .way = split->way,
    };
    if (split->partitions == 0)
        plan.cut = (struct k_cut){CUT_AT_TILES, k, 1}; // a first value
    if (k == 0 || (plan.cut.rule == CUT_AT_TILES && plan.cut.pieces > k_tiles))
        plan.cut.pieces = k_tiles > 0 ? k_tiles : 1;
    plan.async = begins_at_vectors(&plan.cut, p);
    plan.configuration = segment_configuration(device, plan.cut.pieces, p->m, p->n, plan.async);
    if (plan.configuration < 0)
        return plan;
    const struct hier_configuration *c = &hier_configurations[plan.configuration];
    const int places = segment_places(device, plan.configuration);
    plan.tiles = ceil_div(p->m, configuration_bm(c)) * ceil_div(p->n, configuration_bn(c));
    if (split->partitions == 0)
        plan.cut.pieces = partitions_to_fill(places, plan.tiles, k_tiles);
    const long long segments = (long long)plan.tiles * plan.cut.pieces;
    plan.blocks = segments < places ? (int)segments : places;
    return plan;
}

size_t split_k_workspace(const struct gemm_problem *p, const struct split *split)
{
    if (p->m == 0 || p->n == 0 || split->way == SPLIT_ATOMIC)
        return 0;
    const struct hier_device device = hier_device();
    const struct split_plan plan = split_k_plan(&device, p, split);
    if (plan.cut.pieces == 1)
        return 0;
    return split->way == SPLIT_TURNS ? (size_t)plan.tiles * sizeof(int)
                                     : partial_sums_bytes(p->m, p->n, plan.cut.pieces);
}

bool split_k_check(const struct gemm_problem *p, const struct split *split, const void *workspace,
                   size_t bytes, struct failure *why)
{
    if (split->partitions < 0 || (split->partitions > 1 && split->partitions > p->k))
        return fail(why, "%d partitions of k = %d: from 1 to k are allowed", split->partitions,
                    p->k);
    const double segments = (double)ceil_div(p->m, 64) * ceil_div(p->n, 64) * split->partitions;
    if (segments > INT_MAX)
        return fail(why, "%d partitions of %d x %d: more than %d tiles", split->partitions, p->m,
                    p->n, INT_MAX);
    const size_t needed = split_k_workspace(p, split);
    if (bytes < needed)
        return fail(why, "a workspace of %zu bytes: %d x %d in %d partitions needs %zu", bytes,
                    p->m, p->n, split->partitions, needed);
    if (needed > 0 && (!workspace || (uintptr_t)workspace % PARTIAL_SUMS_ALIGN != 0))
        return fail(why, "the workspace begins at %p: a multiple of %d is needed", workspace,
                    PARTIAL_SUMS_ALIGN);
    return true;
}

// ---- For the table of steps ----------------------------------------------------------------------

static double memory_of(const struct gemm_problem *p, enum split_way way)
{
    const struct split split = {.way = way};
    return pack_workspace(p) + (double)split_k_workspace(p, &split);
}

double split_k_memory(const struct gemm_problem *p) { return memory_of(p, SPLIT_REDUCE); }

double split_k_memory_turns(const struct gemm_problem *p) { return memory_of(p, SPLIT_TURNS); }
