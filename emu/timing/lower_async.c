// SPDX-License-Identifier: MIT
#include "lower_parts.h"

enum { MOST_SUMS = 8 };

void lower_find_sums(struct lowering *l)
{
    uint32_t seen[MOST_SUMS], count = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct traced *r = &l->at[i];
        uint32_t s = 0;
        if (r->kind != REQ_WGMMA)
            continue;
        while (s < count && seen[s] != r->out[0])
            s++;
        if (s < count || count == MOST_SUMS)
            continue;
        seen[count++] = r->out[0];
        l->accumulators += r->work / 2u; // 64 x n in 128 threads
    }
}

void lower_async(struct lowering *l, const struct traced *r)
{
    static const uint8_t kinds[] = {
        [REQ_BARRIER] = IN_BARRIER,
        [REQ_FENCE] = IN_FENCE,
        [REQ_ARRIVE] = IN_ARRIVE,
        [REQ_PASS] = IN_PASS,
        [REQ_BULK] = IN_BULK,
        [REQ_BULK_STORE] = IN_BULK_STORE,
        [REQ_BULK_COMMIT] = IN_BULK_COMMIT,
        [REQ_BULK_WAIT] = IN_BULK_WAIT,
        [REQ_WGMMA] = IN_WGMMA,
        [REQ_WGMMA_COMMIT] = IN_WGMMA_COMMIT,
        [REQ_WGMMA_WAIT] = IN_WGMMA_WAIT,
    };
    if (r->kind < REQ_BARRIER)
        return;
    lower_code(l, (uint32_t)(r - l->at), (uint32_t)(r - l->at) + 1, l->loads);
    l->after_fence = r->kind == REQ_FENCE || l->after_fence;
    if (r->kind == REQ_BARRIER)
        lower_alu(l, l->turn_work, r->place);
    struct instr *in = lower_emit(l, (enum instruction)kinds[r->kind], r->place);
    in->groups = r->groups;
    in->barrier = r->barrier;
    in->blocks = r->blocks;
    in->bytes = r->bytes;
    if (r->kind == REQ_ARRIVE)
        in->wavefronts = r->work;
    if (r->kind == REQ_WGMMA)
        in->interval =
            (uint16_t)(r->work * l->gpu->wgmma / 16 > 1 ? r->work * l->gpu->wgmma / 16 : 1);
    in->sectors = (uint32_t)r->sectors * 16;
    in->dram = (uint32_t)r->dram * 16;
    if (r->kind == REQ_WGMMA)
        lower_work(l, 1, r->place);
}
