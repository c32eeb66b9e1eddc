// SPDX-License-Identifier: MIT
//
// tile_barrier.c: tiles of several warps (cooperative groups): neighbouring threads of a block that
// synchronise and exchange values. Each tile has a barrier, which is not one of PTX's sixteen.
#include "sync.h"

#include <stdlib.h>
#include <string.h>

// One tile of 1024 threads, two of 512 ... sixteen of 64, numbered like a heap.
enum { TILES = MAX_WARPS - 1 };

// Two alternating buffers are enough: a thread can be one exchange ahead of another, never two.
struct tile {
    struct barrier barrier;
    unsigned turn; // changes after each exchange
    char *bytes[2];
    size_t size[2];
};
_Static_assert(offsetof(struct tile, barrier) == 0, "a tile is found by its barrier");

static struct tile *tile_of(struct thread *t, unsigned threads)
{
    struct block *b = t->block;
    if (!b->tiles && !(b->tiles = calloc(TILES, sizeof *b->tiles)))
        fatal("no memory for tiles of a block");
    return &b->tiles[MAX_WARPS * WARP / threads + t->id / threads - 1];
}

static void meet(struct thread *t, struct tile *tile, unsigned threads, const char *pc)
{
    const unsigned turn = tile->turn;
    barrier_meet(&tile->barrier, MAX_BARRIERS + (int)(tile - t->block->tiles), (int)threads, pc);
    tile->turn = turn ^ 1; // all threads of the tile store the same value
}

void emu_tile_sync(unsigned threads)
{
    struct thread *t = emu_current;
    meet(t, tile_of(t, threads), threads, CALLER());
}

void *emu_tile_exchange(unsigned threads, const void *mine, size_t bytes)
{
    struct thread *t = emu_current;
    struct tile *tile = tile_of(t, threads);
    const unsigned turn = tile->turn;
    if (!tile->bytes[turn] || tile->size[turn] < threads * bytes) {
        free(tile->bytes[turn]);
        tile->bytes[turn] = malloc(threads * bytes);
        tile->size[turn] = threads * bytes;
        if (!tile->bytes[turn])
            fatal("no memory for an exchange of %zu bytes between threads", threads * bytes);
    }
    memcpy(tile->bytes[turn] + t->id % threads * bytes, mine, bytes);
    meet(t, tile, threads, CALLER());
    return tile->bytes[turn];
}

void tiles_end(struct block *b)
{
    for (int i = 0; b->tiles && i < TILES; i++) {
        free(b->tiles[i].barrier.came);
        free(b->tiles[i].barrier.vector_clock);
        free(b->tiles[i].bytes[0]);
        free(b->tiles[i].bytes[1]);
    }
    free(b->tiles);
    b->tiles = NULL;
}
