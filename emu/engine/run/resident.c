// SPDX-License-Identifier: MIT
//
// resident.c: resident blocks: they start, alone or as a cluster, and are returned to a pool. They
// are reused because their threads and windows are large.
#define _DEFAULT_SOURCE // madvise
#include "run.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../expect/expect.h"
#include "../memory/memory.h"
#include "../sync/sync.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static pthread_mutex_t blocks_lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *unused_blocks;
static uintptr_t windows_top = MANAGED_END;

static struct block *block_take(struct launch *launch)
{
    pthread_mutex_lock(&blocks_lock);
    struct block *b = unused_blocks;
    if (b)
        unused_blocks = b->next;
    uintptr_t window = windows_top;
    if (!b)
        windows_top += WINDOW_SIZE;
    pthread_mutex_unlock(&blocks_lock);
    if (!b) {
        b = calloc(1, sizeof *b);
        if (b)
            b->threads = malloc(MAX_THREADS * sizeof *b->threads);
        if (!b || !b->threads || window + WINDOW_SIZE > SHARED_END)
            fatal("no memory for one more resident block");
        const uintptr_t window_address = ARENA_BASE + window;
        b->window = (char *)window_address;
        arena_open_for_all(window_address, WINDOW_SIZE);
        if (!check_open(window_address, WINDOW_SIZE))
            fatal("no memory to check one more resident block with (EMU_CHECK=off needs none)");
    }
    b->launch = launch;
    return b;
}

void windows_wipe(void)
{
    if (windows_top > MANAGED_END)
        madvise((void *)(ARENA_BASE + MANAGED_END), windows_top - MANAGED_END, MADV_DONTNEED);
}

static void give_one(struct block *b)
{
    pthread_mutex_lock(&blocks_lock);
    b->next = unused_blocks;
    unused_blocks = b;
    pthread_mutex_unlock(&blocks_lock);
}

void resident_give(struct block *b)
{
    struct cluster *c = b->cluster;
    struct block *blocks[MAX_CLUSTER] = {b};
    const unsigned size = c ? c->size : 1;
    if (c)
        memcpy(blocks, c->blocks, sizeof blocks);
    for (unsigned i = 0; i < size; i++)
        block_end(blocks[i]);
    if (blocks[0]->cluster) // the end may have created one
        cluster_end(blocks[0]->cluster);
    for (unsigned i = 0; i < size; i++)
        give_one(blocks[i]);
}

// The number of the block with this rank in a cluster; both count x first.
static uint64_t number_in_cluster(const struct launch *launch, uint64_t cluster, unsigned rank)
{
    const struct dim3 c = launch->cluster, g = launch->grid;
    const uint64_t across = g.x / c.x, down = g.y / c.y;
    const uint64_t x = cluster % across * c.x + rank % c.x,
                   y = cluster / across % down * c.y + rank / c.x % c.y,
                   z = cluster / across / down * c.z + rank / c.x / c.y;
    return x + g.x * (y + g.y * z);
}

static struct block *start_block(struct launch *launch, uint64_t number, bool checked)
{
    struct block *b = block_take(launch);
    block_start(b, launch, number, checked);
    window_open(b);
    if (launch->counted)
        count_block(launch);
    return b;
}

struct block *resident_admit(struct launch *launch)
{
    const unsigned size = launch->cluster_blocks;
    if (atomic_fetch_add(&launch->resident, size) + size <= launch->resident_limit) {
        uint64_t number = atomic_fetch_add(&launch->next_block, 1);
        if (number < launch->blocks / size) {
            number = launch->is_sample ? sampled_block(launch, number) : number;
            struct block *blocks[MAX_CLUSTER];
            const bool checked = sample_takes(launch, number * size);
            if (size == 1)
                return start_block(launch, number, checked);
            for (unsigned i = 0; i < size; i++)
                blocks[i] = start_block(launch, number_in_cluster(launch, number, i), checked);
            cluster_make(blocks, size);
            return blocks[0];
        }
    }
    atomic_fetch_sub(&launch->resident, size);
    return NULL;
}
