// SPDX-License-Identifier: MIT
//
// operation.c: operations of a whole block (emu/device/tile.h): does every thread execute each of
// them?
//
// Each thread counts the operations it reaches. The first thread to reach number i stores which
// operation it is, and the other threads compare. A thread whose count is lower than another's at a
// barrier, or at the end of the block, has skipped one. Only the last OPERATIONS are stored, so a
// block may execute any number.
#include "sync.h"
#include "../report/report.h"

#include "emu/device/tile.h"

#include <stdio.h>
#include <string.h>

static struct operation *operation(struct block *b, unsigned number)
{
    return &b->operations[number % OPERATIONS];
}

static const char cure[] =
    "let all threads of the block come to every tile operation, in the same "
    "order: move it out of the branch or loop, and let no thread return early";

static void report_operation(const struct operation *o, const struct thread *who, const char *other,
                             const char *what)
{
    struct thread *before = emu_current;
    emu_current = (struct thread *)(uintptr_t)who;
    report(KIND_DIVERGED, o->pc, other, cure, what, o->name);
    emu_current = before;
}

void emu_tile_operation(const char *name, int threads)
{
    struct thread *t = emu_current;
    if (!t->checked)
        return;
    struct block *b = t->block;
    const char *pc = CALLER();
    if (threads != 0 && (b->launch->block.x != (unsigned)threads ||
                         b->launch->threads_per_block != (unsigned)threads))
        report_and_stop(cudaErrorLaunchFailure, KIND_DIVERGED, pc, NULL,
                        "launch one-dimensional blocks of as many threads as TILE_THREADS says",
                        "tile operation %s: the tile is made for blocks of %d threads, this block "
                        "has %u x %u x %u",
                        name, threads, b->launch->block.x, b->launch->block.y, b->launch->block.z);
    struct operation *o = operation(b, t->operations++);
    if (o->number != t->operations) { // the first thread here; numbers begin at 1
        *o = (struct operation){name, pc, t->operations, t->id};
    } else if (o->name != name && strcmp(o->name, name) != 0) {
        char other[300];
        const struct thread *first = &b->threads[o->thread];
        snprintf(other, sizeof other, "thread (%u,%u,%u) executes %s there, its operation %u",
                 first->index.x, first->index.y, first->index.z, o->name, t->operations);
        report_operation(&(struct operation){name, pc, 0, 0}, t, other,
                         "tile operation %s: not executed by all threads of the block");
    }
}

// Did some threads skip an operation that other threads executed? Reports it.
bool operation_left_out(struct block *b)
{
    const struct thread *most = &b->threads[0], *least = most;
    if (b->operations[0].number == 0)
        return false;
    for (unsigned i = 1; i < b->launch->threads_per_block; i++) {
        const struct thread *t = &b->threads[i];
        most = t->operations > most->operations ? t : most;
        least = t->operations < least->operations ? t : least;
    }
    const struct operation *o = operation(b, least->operations);
    if (most->operations == least->operations || o->number != least->operations + 1)
        return false;
    char other[200];
    unsigned missing = 0;
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        missing += b->threads[i].operations < o->number;
    snprintf(other, sizeof other,
             "%u of the block's %u threads do not come to it, such as (%u,%u,%u)", missing,
             b->launch->threads_per_block, least->index.x, least->index.y, least->index.z);
    report_operation(o, most, other, "tile operation %s: not executed by all threads of the block");
    return true;
}
