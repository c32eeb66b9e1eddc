// SPDX-License-Identifier: MIT
//
// plan_cost.c: estimates the time of a plan of 08/8_tuned. stream_k.md derives it.
//
//     a launch + for each round: fixed + turns x turn                  whole tiles
//              + pieces: segments x fixed + turns x turn               tiles that are cut,
//                + storing a part + parts x adding one                 and their parts
//
// The work takes at least the time in which memory delivers A, B and C once to the SMs in use.
#include "../../index.h"
#include "plan.h"

// A part costs more in a problem than in the wave with which `make tune-tensor` measures it: there
// all parts are equally long and arrive at once. Fitted to the shapes in
// bench/results/tune_tensor_h200.tsv, as in chapter 05.
static const double PARTS_COME_LATE = 1.5;

// Near the bandwidth of memory, each SM gets less than it would alone. Fitted, too: without this
// factor 16 x 4096 x 7168 runs on 64 SMs, and takes 10% longer than on 128.
static const double TOGETHER = 0.9;

// The time of a turn if the grid's blocks do not fill the SMs: in equal steps between a block alone
// and a full SM.
static double turn_ns(const struct hier_device *device, const struct hier_configuration *c,
                      bool staged, long long blocks)
{
    const int most = configuration_blocks_per_sm(device, c);
    const long long on_an_sm = (blocks + device->sms - 1) / device->sms;
    if (most < 2 || on_an_sm >= most)
        return most < 2 ? c->alone[staged] : c->turn[staged];
    return c->alone[staged] +
           (c->turn[staged] - c->alone[staged]) * (double)(on_an_sm - 1) / (double)(most - 1);
}

// One SM alone cannot have enough bytes in flight to keep the memory busy.
static double memory_ns(const struct hier_device *device, const struct hier_plan *plan, int k)
{
    const double reached =
        TOGETHER * smaller(plan->share.blocks, device->sms) * hier_sm_bytes_per_ns;
    const double bytes_per_ns = reached < hier_bytes_per_ns ? reached : hier_bytes_per_ns;
    const double area = (double)plan->m * plan->n - (double)plan->done_m * plan->done_n;
    const double bytes = 2.0 * k * ((double)plan->m + plan->n) + 4.0 * area;
    return plan->done_m > 0 ? 0 : bytes / bytes_per_ns;
}

double hier_plan_ns(const struct hier_device *device, int k, bool staged,
                    const struct hier_plan *plan)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    const struct share *s = &plan->share;
    const int k_tiles = k > 0 ? ceil_div(k, PLAN_BK) : 1;
    const int rounds = smaller(s->rounds, s->tiles / s->blocks); // full ones
    const int left = s->tiles - rounds * s->blocks;
    const double full_turn = turn_ns(device, c, staged, s->blocks);
    double work = rounds * (c->fixed[staged] + k_tiles * full_turn), parts_ns = 0;
    if (!splits_tiles(s)) {
        if (left > 0)
            work += c->fixed[staged] + k_tiles * turn_ns(device, c, staged, left);
    } else {
        int segments, parts;
        most_pieces(s, &segments, &parts);
        const long long turns = (turns_left(s, k_tiles) + s->blocks - 1) / s->blocks;
        work += segments * c->fixed[staged] + (double)turns * full_turn;
        parts_ns = c->handed + PARTS_COME_LATE * parts * c->added;
    }
    const double memory = memory_ns(device, plan, k);
    return hier_launch_ns + (work > memory ? work : memory + c->fixed[staged]) + parts_ns;
}
