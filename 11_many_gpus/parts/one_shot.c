// SPDX-License-Identifier: MIT
#include "one_shot.h"

#include "ranks.h"

bool one_shot_takes(const struct rank *me, int ld)
{
    return me->count > 1 && me->all->peers && ld % ONE_SHOT_UNIT == 0;
}

// All ranks call it with the same number of bytes, which one operation needs.
static struct one_shot begin(struct rank *me, size_t bytes)
{
    const size_t flags = (size_t)me->count * ONE_SHOT_BLOCKS * sizeof(uint32_t);
    if (me->bytes[MEMORY_ONE_SHOT] < 2 * bytes || me->bytes[MEMORY_ONE_SHOT_FLAGS] < flags) {
        rank_memory(me, MEMORY_ONE_SHOT, 2 * bytes);
        rank_memory(me, MEMORY_ONE_SHOT_FLAGS, flags);
        ranks_barrier(me->all); // now every rank has its memory
    }
    struct one_shot p = {.number = me->number, .count = me->count, .turn = ++me->one_shots};
    // The buffers are the halves of the memory, whatever the operation needs: the last operation
    // may have needed more.
    const size_t half = me->bytes[MEMORY_ONE_SHOT] / 2 / sizeof(uint16_t);
    for (int q = 0; q < me->count; q++) {
        const struct rank *const peer = &me->all->rank[q];
        p.flags[q] = peer->memory[MEMORY_ONE_SHOT_FLAGS];
        p.inboxes[q] = (uint16_t *)peer->memory[MEMORY_ONE_SHOT] + p.turn % 2 * half;
    }
    return p;
}

const uint16_t *one_shot_gather(struct rank *me, const uint16_t *mine, int each, int ld)
{
    const size_t shard = (size_t)each * (size_t)ld;
    const struct one_shot p = begin(me, (size_t)me->count * shard * sizeof(uint16_t));
    one_shot_send(&p, mine, (int)(shard / ONE_SHOT_UNIT), me->compute);
    return p.inboxes[me->number];
}

void one_shot_add(struct rank *me, const uint16_t *partial, const struct many_gemm *g)
{
    const size_t place = (size_t)many_rows(g, me->count, 0).each * (size_t)g->n;
    const struct one_shot p = begin(me, (size_t)me->count * place * sizeof(uint16_t));
    one_shot_send_and_add(&p, partial, g, me->compute);
}
