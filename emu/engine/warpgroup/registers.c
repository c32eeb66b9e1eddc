// SPDX-License-Identifier: MIT
//
// registers.c: setmaxnreg: moves registers between the warpgroups of a block.
//
// A block starts with the registers per thread that the compiler gives the kernel. With
// __launch_bounds__(threads, 1) that is an equal share of the 65536, rounded down to a multiple of
// 8. setmaxnreg_dec returns registers to the block's pool; setmaxnreg_inc takes them from the pool
// and waits until there are enough.
#include <stdio.h>

#include "warpgroup.h"
#include "../report/report.h"

enum { FILE_REGISTERS = 65536, FEWEST = 24, MOST = 256, UNIT = 8 };

static int at_start(const struct launch *launch)
{
    const int share = FILE_REGISTERS / (int)launch->threads_per_block / UNIT * UNIT;
    return share < MOST ? share : MOST;
}

static int registers_of(const struct block *b, unsigned group)
{
    const int now = b->warpgroups->of[group].registers;
    return now ? now : at_start(b->launch);
}

bool setmaxnreg_complete(struct thread *first)
{
    struct block *b = first->block;
    const unsigned group = first->id / GROUP_THREADS;
    const int want = first->collective.kind, have = registers_of(b, group);
    const int extra = (want - have) * GROUP_THREADS;
    if (extra > b->warpgroups->pool)
        return false;
    b->warpgroups->pool -= extra;
    b->warpgroups->of[group].registers = want;
    return true;
}

bool registers_report_stuck(struct block *b)
{
    for (unsigned g = 0; g < b->launch->threads_per_block / GROUP_THREADS; g++) {
        struct thread *t = &b->threads[(size_t)g * GROUP_THREADS];
        if (b->warpgroups->of[g].waiting < GROUP_THREADS || t->collective.op != OP_SETMAXNREG)
            continue;
        const int have = registers_of(b, g), want = t->collective.kind;
        char text[300];
        size_t used = 0;
        for (unsigned i = 0; i < b->launch->threads_per_block / GROUP_THREADS; i++)
            used += (size_t)snprintf(
                text + used, sizeof text - used, "%s%d",
                i ? " + " : "registers a thread, by warpgroups: ", registers_of(b, i));
        struct thread *before = emu_current;
        emu_current = t;
        report(KIND_REGISTERS, t->collective.pc, text,
               "all warpgroups together cannot have more than the kernel started with: return more "
               "registers in another warpgroup (setmaxnreg.dec), or take fewer here",
               "setmaxnreg.inc %d waits for ever: it needs %d registers more, %d have been given "
               "back",
               want, (want - have) * GROUP_THREADS, b->warpgroups->pool);
        emu_current = before;
        cudaError_t none = cudaSuccess;
        atomic_compare_exchange_strong(&b->launch->error, &none, cudaErrorLaunchTimeout);
        atomic_store(&b->launch->stop, true);
        return true;
    }
    return false;
}

void emu_setmaxnreg(int registers, int increase)
{
    struct thread *t = emu_current;
    const char *pc = CALLER(), *name = increase ? "setmaxnreg.inc" : "setmaxnreg.dec";
    if (!t)
        return;
    warpgroup_of(t, name, pc);
    if (registers < FEWEST || registers > MOST || registers % UNIT)
        report_and_stop(cudaErrorLaunchFailure, KIND_REGISTERS, pc, NULL,
                        "use a multiple of 8 from 24 to 256, a literal: the instruction holds it",
                        "%s %d: there is no such number of registers", name, registers);
    const int have = registers_of(t->block, t->id / GROUP_THREADS);
    if (increase ? registers < have : registers > have)
        report_and_stop(cudaErrorLaunchFailure, KIND_REGISTERS, pc, NULL,
                        increase ? "use setmaxnreg.dec to give registers back"
                                 : "use setmaxnreg.inc to take more",
                        "%s %d in a warpgroup whose threads have %d registers", name, registers,
                        have);
    warpgroup_join(
        &(struct collective){.op = OP_SETMAXNREG, .kind = registers, .width = increase, .pc = pc});
}
