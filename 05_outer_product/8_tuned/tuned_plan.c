// SPDX-License-Identifier: MIT
//
// tuned_plan.c: which configuration of 8_tuned takes a problem, and how its work is shared out.
#include "tuned.h"

#include "../../common/device/index.h"

// A piece has at least so many columns of A. Shorter ones spend their time on filling the stages
// and on handing in parts.
enum { LEAST_COLUMNS = 128 };

// A part costs more in a problem than in the wave that `make tune` measures it with: there all
// parts are equally long and come in at once. Fitted to the shapes in bench/results/tune_h200.tsv.
static const double PARTS_COME_LATE = 1.5;

static int common_divisor(int a, int b)
{
    while (b != 0) {
        const int rest = a % b;
        a = b, b = rest;
    }
    return a;
}

// What the last rounds take when their tiles are split.
static double split_ns(const struct tuned_configuration *c, bool vectors, const struct share *s,
                       int k_tiles)
{
    // In the least terms, pieces begin at multiples of tiles / blocks of a tile. The unluckiest
    // block has segments of so many tiles, and the unluckiest tile so many parts:
    const int left = s->tiles - s->rounds * s->blocks;
    if (left <= 0 || s->blocks <= 0)
        return 0;
    const int divisor = common_divisor(left, s->blocks);
    const int tiles = left > divisor ? left / divisor : 1;
    const int blocks = s->blocks > divisor ? s->blocks / divisor : 1;
    const int segments = ceil_div(tiles + blocks - 1, blocks);
    const int parts = ceil_div(tiles + blocks - 1, tiles);
    const long long turns = (turns_left(s, k_tiles) + s->blocks - 1) / s->blocks;
    return segments * c->fixed[vectors] + (double)turns * c->turn[vectors] +
           PARTS_COME_LATE * parts * c->part[vectors];
}

bool tuned_plan(int configuration, int split_rounds, int m, int n, int k, bool vectors,
                struct tuned_plan *plan)
{
    const struct tuned_configuration *c = &tuned_configurations[configuration];
    plan->configuration = configuration;
    plan->bm = c->warps_down * TUNED_WM;
    plan->bn = c->warps_across * TUNED_WN;
    plan->slices = c->slices;
    plan->tile_k = TUNED_BK * c->slices;

    const int tiles = ceil_div(m, plan->bm) * ceil_div(n, plan->bn);
    const int k_tiles = k > 0 ? ceil_div(k, plan->tile_k) : 1;
    const int least_turns = LEAST_COLUMNS / plan->tile_k, slots = TUNED_SMS;
    const double round_ns = c->fixed[vectors] + c->turn[vectors] * k_tiles; // of whole tiles
    if (split_rounds == 0) {
        plan->share = (struct share){.tiles = tiles, .blocks = tiles, .rounds = 1};
        plan->expected_ns = ceil_div(tiles, slots) * round_ns;
        return true;
    }
    const int rounds = tiles / slots + 1 - split_rounds; // that remain whole
    if (rounds < 0 || tiles % slots == 0)
        return false;
    struct share *s = &plan->share;
    *s = (struct share){.tiles = tiles, .blocks = slots, .rounds = rounds};
    const long long turns = turns_left(s, k_tiles);
    if (tiles < slots && turns / least_turns < slots)
        s->blocks = (int)(turns / least_turns);
    if (turns < (long long)s->blocks * least_turns || s->blocks <= tiles % slots)
        return false;
    plan->expected_ns = rounds * round_ns + split_ns(c, vectors, s, k_tiles);
    return true;
}

struct tuned_plan tuned_choose(int m, int n, int k, bool vectors)
{
    struct tuned_plan best, plan;
    tuned_plan(0, 0, m, n, k, vectors, &best);
    for (int i = 0; i < TUNED_CONFIGURATIONS; i++)
        for (int split_rounds = 0; split_rounds <= TUNED_MOST_SPLIT; split_rounds++)
            if (tuned_plan(i, split_rounds, m, n, k, vectors, &plan) &&
                plan.expected_ns < best.expected_ns)
                best = plan;
    return best;
}
