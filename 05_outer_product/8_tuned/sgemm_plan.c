// SPDX-License-Identifier: MIT
//
// sgemm_plan.c: which configuration of 8_tuned takes a problem, and how its work is shared out.
#include "sgemm_plan.h"

#include <limits.h>
#include <math.h>

#include "../../common/device/gemm/vectors.h"
#include "../../common/device/index.h"

// A piece has at least so many columns of A. Shorter ones spend their time on filling the stages
// and on handing in parts.
enum { LEAST_COLUMNS = 128 };

// A part costs more in a problem than in the wave that `make tune` measures it with: there all
// parts are equally long and come in at once. Fitted to the shapes in bench/results/tune_h200.tsv.
static const double PARTS_COME_LATE = 1.5;

// What the last rounds take when their tiles are split.
static double split_ns(const struct tuned_configuration *c, bool vectors, const struct share *s,
                       int k_tiles)
{
    int segments, parts;
    if (!splits_tiles(s) || s->blocks <= 0)
        return 0;
    most_pieces(s, &segments, &parts);
    const long long turns = (turns_left(s, k_tiles) + s->blocks - 1) / s->blocks;
    return segments * c->fixed[vectors] + (double)turns * c->turn[vectors] +
           PARTS_COME_LATE * parts * c->part[vectors];
}

bool sgemm_plan(int sms, int configuration, int split_rounds, int m, int n, int k, bool vectors,
                struct sgemm_plan *plan)
{
    const struct tuned_configuration *c = &tuned_configurations[configuration];
    plan->configuration = configuration;
    plan->vectors = vectors;
    plan->bm = c->warps_down * TUNED_WM;
    plan->bn = c->warps_across * TUNED_WN;
    plan->slices = c->slices;
    plan->tile_k = TUNED_BK * c->slices;

    const long long all_tiles = (long long)ceil_div(m, plan->bm) * ceil_div(n, plan->bn);
    if (all_tiles > INT_MAX)
        return false;
    const int tiles = (int)all_tiles;
    const int k_tiles = k > 0 ? ceil_div(k, plan->tile_k) : 1;
    const int least_turns = LEAST_COLUMNS / plan->tile_k;
    const double round_ns = c->fixed[vectors] + c->turn[vectors] * k_tiles; // of whole tiles
    if (split_rounds == 0) {
        plan->share = (struct share){.tiles = tiles, .blocks = tiles, .rounds = 1};
        plan->expected_ns = ceil_div(tiles, sms) * round_ns;
        return true;
    }
    const int rounds = tiles / sms + 1 - split_rounds; // that remain whole
    if (rounds < 0 || tiles % sms == 0)
        return false;
    struct share *s = &plan->share;
    *s = (struct share){.tiles = tiles, .blocks = sms, .rounds = rounds};
    const long long turns = turns_left(s, k_tiles);
    if (tiles < sms && turns / least_turns < sms)
        s->blocks = (int)(turns / least_turns);
    if (turns < (long long)s->blocks * least_turns || s->blocks <= tiles % sms)
        return false;
    plan->expected_ns = rounds * round_ns + split_ns(c, vectors, s, k_tiles);
    return true;
}

struct sgemm_plan sgemm_choose(int sms, int m, int n, int k, bool vectors)
{
    struct sgemm_plan best = {.expected_ns = INFINITY}, plan;
    for (int i = 0; i < TUNED_CONFIGURATIONS; i++)
        for (int split_rounds = 0; split_rounds <= TUNED_MOST_SPLIT; split_rounds++)
            if (sgemm_plan(sms, i, split_rounds, m, n, k, vectors, &plan) &&
                plan.expected_ns < best.expected_ns)
                best = plan;
    return best;
}

struct sgemm_plan sgemm_plan_of(const struct gemm_problem *p)
{
    const bool vectors = rows_are_vectors(NULL, p->n, p->ldb, sizeof(float), VECTOR_BYTES) &&
                         rows_are_vectors(NULL, p->n, p->ldc, sizeof(float), VECTOR_BYTES);
    return sgemm_choose(tuned_sms(), p->m, p->n, gemm_read_k(p), vectors);
}

bool tuned_fits(const struct gemm_problem *p, struct failure *why)
{
    return p->m == 0 || p->n == 0 || sgemm_plan_of(p).share.blocks > 0 ||
           fail(why, "C has more tiles than a grid has blocks (2^31 - 1), whatever their size");
}

double tuned_workspace(const struct gemm_problem *p)
{
    if (p->m == 0 || p->n == 0)
        return 0;
    const struct sgemm_plan plan = sgemm_plan_of(p);
    return splits_tiles(&plan.share) ? (double)tuned_parts_bytes(tuned_sms()) : 0;
}
