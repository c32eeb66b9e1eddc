// SPDX-License-Identifier: MIT
//
// turn.c: how many accesses a thread makes before another one runs. Most accesses are not calls
// of the engine: the compiled code checks and counts them inline (include/emu/device/callouts.h).
#include "fiber.h"
#include "../memory/memory.h"

// Polling uses up patience faster (access.c).
enum { PATIENCE = 1 << 20 };

void turn_start(struct thread *t)
{
    t->quick.base = ARENA_BASE;
    t->quick.shadow = SHADOW_BASE;
    for (int k = 0; k < SIZES && !t->checked && !t->block->launch->counted; k++)
        t->quick.limit[k] = SHADOWED_END >> k;
    for (int k = 0; k < TURNS; k++)
        t->quick.left[k] = PATIENCE;
}

static long long uncalled(const struct thread *t)
{
    long long steps = 0;
    for (int k = 1; k < TURNS; k++)
        steps += PATIENCE - t->quick.left[k];
    return steps;
}

long long turn_steps(const struct thread *t) { return t->steps + uncalled(t); }

bool turn_has_stored(const struct thread *t) { return t->quick.left[TURN_STORES] != PATIENCE; }

void turn_begin(struct thread *t)
{
    t->steps += uncalled(t);
    emu_writes += turn_has_stored(t);
    for (int k = 0; k < TURNS; k++)
        t->quick.left[k] = PATIENCE;
}

// Runs on another core. The write is lost if the thread updates its count at the same moment; then
// the thread's next call of the engine notices.
void turn_end(struct thread *t)
{
    for (int k = 0; k < SIZES; k++)
        t->quick.limit[k] = 0;
    t->quick.left[0] = 0;
}
