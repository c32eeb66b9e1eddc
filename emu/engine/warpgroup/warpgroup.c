// SPDX-License-Identifier: MIT
//
// warpgroup.c: operations at which the 128 threads of a warpgroup wait for each other.
//
// A warpgroup is four consecutive warps, the first of which has a number that is a multiple of 4.
// PTX requires that all of its threads execute the same warpgroup instruction. Otherwise the
// behaviour is undefined, so the engine ends the launch with a diagnosis.
#include "warpgroup.h"
#include "../fiber/fiber.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../sync/sync.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- The warpgroups of a block ------------------------------------------------------------------

static void begin(struct block *b)
{
    if (!b->warpgroups)
        b->warpgroups = calloc(1, sizeof *b->warpgroups);
    if (!b->warpgroups)
        fatal("no memory to follow warpgroups");
    struct warpgroups *w = b->warpgroups;
    for (int i = 0; i < MAX_GROUPS; i++) {
        struct warpgroup *g = &w->of[i];
        *g = (struct warpgroup){.products = g->products, .room = g->room};
    }
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        w->of[i / GROUP_THREADS].ended += b->threads[i].state == THREAD_DONE;
    w->pool = 0;
    b->grouped = true;
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        b->threads[i].alert = b->checked;
}

struct warpgroup *warpgroup_of(struct thread *t, const char *what, const char *pc)
{
    const struct gpu_model *gpu = gpu_model();
    struct block *b = t->block;
    const bool whole = (t->id / GROUP_THREADS + 1) * GROUP_THREADS <= b->launch->threads_per_block;
    if (LIKELY(b->grouped && whole))
        return &b->warpgroups->of[t->id / GROUP_THREADS];
    if (gpu->major != 9)
        report_and_stop(cudaErrorLaunchFailure, KIND_MISTAKE, pc, NULL,
                        "ask for the capability before the launch (cudaDeviceGetAttribute), and "
                        "use instructions that this GPU has",
                        "%s needs compute capability 9.0; this GPU has %d.%d", what, gpu->major,
                        gpu->minor);
    if (!whole)
        report_and_stop(
            cudaErrorLaunchFailure, KIND_MISTAKE, pc, NULL,
            "four warps make a warpgroup, counted from the first: launch a block of more threads",
            "%s by a warp whose warpgroup is not whole: the block has %u threads", what,
            b->launch->threads_per_block);
    begin(b);
    return &b->warpgroups->of[t->id / GROUP_THREADS];
}

// ---- Divergence ---------------------------------------------------------------------------------

static void stop(struct launch *launch)
{
    cudaError_t none = cudaSuccess;
    atomic_compare_exchange_strong(&launch->error, &none, cudaErrorLaunchFailure);
    atomic_store(&launch->stop, true);
}

// Writes "warps 0 to 2, lanes 0x0000ffff of warp 3"; warps are numbered in the block.
static void name_lanes(const struct thread *t, const unsigned lanes[GROUP_WARPS], bool others,
                       char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned w = 0; w < GROUP_WARPS; w++) {
        const unsigned mine = others ? ~lanes[w] : lanes[w];
        const unsigned number = t->id / GROUP_THREADS * GROUP_WARPS + w;
        if (mine == 0 || used >= size)
            continue;
        used +=
            (size_t)(mine == ~0u
                         ? snprintf(text + used, size - used, "%swarp %u", used ? ", " : "", number)
                         : snprintf(text + used, size - used, "%slanes %#010x of warp %u",
                                    used ? ", " : "", mine, number));
    }
}

void warpgroup_report_diverged(struct thread *t, const char *what, const char *pc,
                               const unsigned here[GROUP_WARPS])
{
    char mine[200], others[200];
    struct thread *before = emu_current;
    emu_current = t;
    name_lanes(t, here, false, mine, sizeof mine);
    name_lanes(t, here, true, others, sizeof others);
    report(KIND_DIVERGED, pc, NULL,
           "a warpgroup executes it as one: choose what its four warps do by a number that is the "
           "same in all 128 threads (threadIdx.x / 128), and let none return before",
           "%s by a diverged warpgroup: here: %s; not here: %s", what, mine, others);
    emu_current = before;
    stop(t->block->launch);
}

static const char *name_of(const struct collective *c)
{
    return c->op == OP_WGMMA_WAIT ? "wgmma.wait_group"
           : c->width             ? "setmaxnreg.inc"
                                  : "setmaxnreg.dec";
}

// The compiler may have duplicated a call, so calls are compared by source line.
static bool same_call(const struct collective *a, const struct collective *b)
{
    char mine[400], other[400];
    if (a->op != b->op || a->kind != b->kind || a->width != b->width)
        return false;
    return a->pc == b->pc || strcmp(source_line(a->pc, mine, sizeof mine),
                                    source_line(b->pc, other, sizeof other)) == 0;
}

// Finds the threads of t's warpgroup that wait at the same call. Returns their number.
static unsigned those_with(const struct thread *t, unsigned here[GROUP_WARPS])
{
    const struct thread *all = &t->block->threads[t->id - t->id % GROUP_THREADS];
    unsigned count = 0;
    memset(here, 0, GROUP_WARPS * sizeof *here);
    for (unsigned i = 0; i < GROUP_THREADS; i++)
        if (all[i].state == THREAD_AT_WARPGROUP && same_call(&t->collective, &all[i].collective)) {
            here[i / WARP] |= 1u << i % WARP;
            count++;
        }
    return count;
}

bool warpgroup_report_stuck(struct block *b)
{
    if (registers_report_stuck(b))
        return true;
    for (unsigned id = 0; id < b->launch->threads_per_block; id++) {
        struct thread *t = &b->threads[id];
        unsigned here[GROUP_WARPS];
        if (t->state == THREAD_AT_WARPGROUP && those_with(t, here) < GROUP_THREADS) {
            warpgroup_report_diverged(t, name_of(&t->collective), t->collective.pc, here);
            return true;
        }
    }
    return false;
}

// If the last missing thread has ended, the waiting threads cannot continue.
void warpgroup_thread_ended(struct thread *t)
{
    struct warpgroup *g = &t->block->warpgroups->of[t->id / GROUP_THREADS];
    struct thread *first = t - member_of(t);
    unsigned here[GROUP_WARPS];
    if (atomic_load(&t->block->launch->stop))
        return;
    if (++g->ended + g->waiting < GROUP_THREADS || g->waiting == 0)
        return;
    while (first->state != THREAD_AT_WARPGROUP)
        first++;
    those_with(first, here);
    warpgroup_report_diverged(first, name_of(&first->collective), first->collective.pc, here);
}

// ---- Completion ---------------------------------------------------------------------------------

static void release(struct block *b, unsigned group)
{
    b->warpgroups->of[group].waiting = 0;
    for (unsigned i = 0; i < GROUP_THREADS; i++)
        b->threads[group * GROUP_THREADS + i].state = THREAD_READY;
    b->events++;
}

// Registers were returned to the pool: completes the warpgroups that wait for registers, in any
// order.
static void hand_on(struct block *b)
{
    const unsigned groups = b->launch->threads_per_block / GROUP_THREADS;
    for (unsigned g = 0; g < groups; g++) {
        struct thread *first = &b->threads[(size_t)g * GROUP_THREADS];
        if (b->warpgroups->of[g].waiting == GROUP_THREADS &&
            first->collective.op == OP_SETMAXNREG && setmaxnreg_complete(first)) {
            const bool gave = !first->collective.width;
            release(b, g);
            if (gave)
                g = (unsigned)-1; // restart with the first group
        }
    }
}

static void all_have_arrived(struct thread *first)
{
    unsigned here[GROUP_WARPS];
    while (first->state != THREAD_AT_WARPGROUP)
        first++;
    if (those_with(first, here) < GROUP_THREADS) {
        warpgroup_report_diverged(first, name_of(&first->collective), first->collective.pc, here);
        return;
    }
    if (first->collective.op == OP_SETMAXNREG) {
        hand_on(first->block);
        return;
    }
    wgmma_wait_complete(first);
    release(first->block, first->id / GROUP_THREADS);
}

void warpgroup_join(const struct collective *mine)
{
    struct thread *t = emu_current;
    struct warpgroup *g = &t->block->warpgroups->of[t->id / GROUP_THREADS];
    watchdog_look(t, mine->pc);
    t->collective = *mine;
    t->state = THREAD_AT_WARPGROUP;
    if (++g->waiting + g->ended == GROUP_THREADS)
        all_have_arrived(t - member_of(t));
    if (atomic_load_explicit(&t->block->launch->stop, memory_order_relaxed))
        thread_abandon();
    if (t->state == THREAD_AT_WARPGROUP)
        thread_wait(THREAD_AT_WARPGROUP);
}

int emu_elect(void)
{
    if (!emu_current)
        return 1;
    const struct collective mine = {
        .op = OP_VOTE, .kind = EMU_VOTE_ANY, .mask = ~0u, .predicate = 1, .pc = CALLER()};
    warp_join(&mine);
    return emu_current->id % WARP == 0;
}
