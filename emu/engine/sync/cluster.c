// SPDX-License-Identifier: MIT
//
// cluster.c: the blocks of a cluster start together, take turns on one core of the PC, and end
// together. Their threads synchronise with barrier.cluster.
#include "sync.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../fiber/fiber.h"
#include "../report/report.h"

#include <stdlib.h>

#include "emu/device/cluster.h"

// ---- Creation and end ---------------------------------------------------------------------------

void cluster_make(struct block *const blocks[], unsigned size)
{
    const struct launch *launch = blocks[0]->launch;
    struct cluster *c = calloc(1, sizeof *c);
    if (!c)
        fatal("no memory for a cluster of blocks");
    c->size = size;
    c->warps = (launch->threads_per_block + WARP - 1) / WARP;
    c->threads = c->warps * WARP;
    c->width = 2 * size * (c->warps + c->threads);
    if (blocks[0]->checked) {
        c->vector_clocks = calloc((size_t)size * c->threads * c->width, sizeof *c->vector_clocks);
        if (!c->vector_clocks)
            fatal("no memory to follow barriers (EMU_CHECK=off needs none)");
        c->arriving = vector_clock_new(c);
        c->completed = vector_clock_new(c);
    }
    for (unsigned i = 0; i < size; i++) {
        c->blocks[i] = blocks[i];
        blocks[i]->cluster = c;
        blocks[i]->rank = i;
        for (unsigned j = 0; j < launch->threads_per_block; j++)
            blocks[i]->threads[j].alert = blocks[i]->checked;
    }
}

struct cluster *cluster_of(struct block *b)
{
    const struct gpu_model *gpu = gpu_model();
    if (b->cluster)
        return b->cluster;
    if (gpu->major < 9)
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, CALLER(), NULL,
                        "ask for the capability before the launch (cudaDeviceGetAttribute)",
                        "mbarriers, clusters and the copy engine need compute capability 9.0; this "
                        "GPU has %d.%d",
                        gpu->major, gpu->minor);
    cluster_make(&b, 1);
    return b->cluster;
}

void cluster_end(struct cluster *c)
{
    for (unsigned i = 0; i < c->size; i++)
        c->blocks[i]->cluster = NULL;
    free(c->vector_clocks);
    free(c->arriving);
    free(c->completed);
    free(c);
}

// ---- Waiting ------------------------------------------------------------------------------------

bool cluster_poll_again(struct cluster *c)
{
    enum { ROUNDS = 4 };
    bool any = false;
    if (c->idle_rounds++ >= ROUNDS)
        return false;
    for (unsigned r = 0; r < c->size; r++) {
        struct block *b = c->blocks[r];
        for (unsigned i = 0; i < b->launch->threads_per_block; i++) {
            struct thread *t = &b->threads[i];
            if (t->state != THREAD_AT_MBARRIER)
                continue;
            t->polled_again = any = true;
            t->state = THREAD_READY;
        }
    }
    return any;
}

// ---- barrier.cluster ----------------------------------------------------------------------------

static unsigned living_of(const struct cluster *c)
{
    unsigned living = 0;
    for (unsigned i = 0; i < c->size; i++)
        living += (unsigned)c->blocks[i]->living;
    return living;
}

static void release_if_all_arrived(struct cluster *c)
{
    if (c->arrived == 0 || c->arrived < living_of(c))
        return;
    c->arrived = 0;
    c->generation++;
    if (c->vector_clocks) {
        uint16_t *passed = c->arriving;
        c->arriving = c->completed; // the clock of this generation becomes the one to acquire
        c->completed = passed;
    }
    for (unsigned r = 0; r < c->size; r++) {
        struct block *b = c->blocks[r];
        b->events++;
        for (unsigned i = 0; i < b->launch->threads_per_block; i++)
            if (b->threads[i].state == THREAD_AT_CLUSTER)
                b->threads[i].state = THREAD_READY;
    }
}

// The barrier no longer waits for this thread, which is still counted as living.
void cluster_thread_ended(struct thread *t)
{
    struct cluster *c = t->block->cluster;
    if (t->cluster_arrived > c->generation)
        c->arrived--; // it had arrived before it ended
    release_if_all_arrived(c);
}

void emu_cluster_arrive(void)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    struct cluster *c = cluster_of(t->block);
    const char *pc = CALLER();
    watchdog_look(t, pc);
    if (t->cluster_arrived > c->generation || t->cluster_arrived > t->cluster_waited)
        report_and_stop(cudaErrorLaunchFailure, KIND_CLUSTER, pc, NULL,
                        "each thread arrives once, then waits once (barrier.cluster.wait)",
                        "barrier.cluster.arrive by a thread that has arrived, and not waited");
    if (c->arriving)
        vector_clock_publish(t, c->arriving);
    t->cluster_arrived = c->generation + 1;
    c->arrived++;
    t->steps++;
    release_if_all_arrived(c);
}

void emu_cluster_wait(void)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    struct cluster *c = cluster_of(t->block);
    const char *pc = CALLER();
    watchdog_look(t, pc);
    if (t->cluster_arrived == t->cluster_waited)
        report_and_stop(cudaErrorLaunchFailure, KIND_CLUSTER, pc, NULL,
                        "each thread arrives once (barrier.cluster.arrive), then waits once",
                        "barrier.cluster.wait by a thread that has not arrived");
    t->barrier_pc = pc;
    while (c->generation < t->cluster_arrived)
        thread_wait(THREAD_AT_CLUSTER);
    t->cluster_waited = t->cluster_arrived;
    if (c->completed)
        vector_clock_acquire(t, c->completed);
    t->steps++;
    trace_barrier(t, 0, 0, pc);
}

int emu_cluster_rank(void) { return emu_current ? (int)emu_current->block->rank : 0; }

int emu_cluster_blocks(void)
{
    return emu_current && emu_current->block->cluster ? (int)emu_current->block->cluster->size : 1;
}

unsigned emu_cluster_dim(int axis)
{
    if (!emu_current)
        return 1;
    const struct dim3 dims = emu_current->block->launch->cluster;
    return axis == 0 ? dims.x : axis == 1 ? dims.y : dims.z;
}

// ---- Distributed shared memory ------------------------------------------------------------------

enum { RANK_SHIFT = 24 };

uint32_t cluster_address(const struct block *b, const void *p)
{
    const struct block *owner = cluster_owner(b->cluster, (uintptr_t)p);
    const struct block *of = owner ? owner : b;
    const uint32_t at = (uint32_t)((const char *)p - of->window);
    return owner ? at | (owner->rank + 1) << RANK_SHIFT : at;
}

void *cluster_pointer(const struct block *b, uint32_t address)
{
    const uint32_t rank = (address >> RANK_SHIFT) - 1, at = address & ((1u << RANK_SHIFT) - 1);
    if (!b->cluster || rank >= b->cluster->size)
        return b->window + address; // invalid: reported when it is used
    return b->cluster->blocks[rank]->window + at;
}

void *emu_cluster_map(const void *shared, int rank)
{
    struct thread *t = emu_current;
    if (!t)
        return (void *)(uintptr_t)shared;
    struct cluster *c = cluster_of(t->block);
    const uintptr_t at = (uintptr_t)shared - (uintptr_t)t->block->window;
    if (rank < 0 || (unsigned)rank >= c->size)
        report_and_stop(cudaErrorLaunchFailure, KIND_CLUSTER, CALLER(), NULL,
                        "ranks go from 0 to the number of blocks less 1",
                        "shared memory of block %d of a cluster of %u", rank, c->size);
    if (at >= WINDOW_SIZE)
        report_and_stop(cudaErrorIllegalAddress, KIND_CLUSTER, CALLER(), NULL,
                        "give it the address of this block's own shared memory",
                        "mapa of an address that is not in shared memory");
    return c->blocks[rank]->window + at;
}
