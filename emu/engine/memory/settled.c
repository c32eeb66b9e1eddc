// SPDX-License-Identifier: MIT
#include "settled.h"
#include "arena.h"
#include "cells.h"

// For each 64 KiB of memory and of variables: was a word marked since the marks last wrapped
// around?
enum { CHUNK_BITS = 16, CHUNK = 1 << CHUNK_BITS };
static uint8_t chunk_marked[CHECKED_END >> CHUNK_BITS];
static int launch_mark = MARK_FIRST;
static bool any_marked; // with the mark of the last launch

static void clear(uintptr_t offset, size_t size)
{
    for (uint8_t *at = INIT(offset), *end = at + size; at < end; at++)
        if (*at >= MARK_FIRST)
            *at = BYTE_WRITTEN;
}

// ---- Global memory ------------------------------------------------------------------------------

static void clear_chunks(uintptr_t begin, uintptr_t end)
{
    for (uintptr_t at = begin; at < end; at = (at | (CHUNK - 1)) + 1) {
        if (!chunk_marked[at >> CHUNK_BITS])
            continue;
        const uintptr_t next = (at | (CHUNK - 1)) + 1;
        clear(at, (next < end ? next : end) - at);
    }
}

static void forget_chunks(uintptr_t begin, uintptr_t end)
{
    for (uintptr_t at = begin; at < end; at = (at | (CHUNK - 1)) + 1)
        chunk_marked[at >> CHUNK_BITS] = 0;
}

static void clear_allocation(struct allocation *a, const void *unused)
{
    (void)unused;
    clear_chunks(a->base - ARENA_BASE, a->base - ARENA_BASE + a->size);
}

static void forget_allocation(struct allocation *a, const void *unused)
{
    (void)unused;
    forget_chunks(a->base - ARENA_BASE, a->base - ARENA_BASE + a->size);
}

static void clear_variables(uintptr_t offset, size_t size)
{
    clear_chunks(offset, offset + size);
    forget_chunks(offset, offset + size); // which no allocation shares
}

void settled_new_launch(struct launch *launch)
{
    if (any_marked && ++launch_mark > MARK_LAST) {
        arena_for_each_live(clear_allocation, NULL);
        arena_for_each_live(forget_allocation, NULL);
        image_for_each_section(clear_variables);
        launch_mark = MARK_FIRST;
    }
    any_marked = false;
    launch->mark = launch->checked && launch->unordered_count == 0 ? (uint8_t)launch_mark : 0;
}

void settled_copied(uintptr_t to, size_t size)
{
    if (size > 0)
        clear(to - ARENA_BASE, size);
}

// ---- Shared memory ------------------------------------------------------------------------------

static void next_of_block(struct block *b)
{
    if (++b->last_mark <= MARK_LAST) {
        b->mark = (uint8_t)b->last_mark;
        return;
    }
    const uintptr_t window = arena_offset(b->window);
    clear(window, b->static_open);
    clear(window + WINDOW_DYNAMIC, b->dynamic_open);
    b->mark = MARK_FIRST;
    b->last_mark = MARK_FIRST;
}

void settled_new_block(struct block *b)
{
    if (b->last_mark < MARK_FIRST)
        b->last_mark = MARK_FIRST;
    b->mark = 0;
    if (b->checked)
        next_of_block(b);
}

// A single epoch identifies the phase only if all warps have passed the same barriers.
void settled_barrier(struct block *b, unsigned warp_mask)
{
    const unsigned warps = (b->launch->threads_per_block + WARP - 1) / WARP;
    const uint16_t epoch = b->order.epoch[0];
    bool same = epoch < UINT16_MAX;
    for (unsigned w = 0; w < warps && same; w++)
        same = (warp_mask >> w & 1) && b->order.epoch[w] == epoch;
    b->mark = 0;
    if (same)
        next_of_block(b);
}

// ---- A word -------------------------------------------------------------------------------------

// Was the word written before the current phase of the block, or never by this block?
static bool is_settled(const struct thread *t, const struct access_record *write)
{
    const struct block *b = t->block;
    return write->stamp != b->launch->stamp || write->block != b->number ||
           (write->epoch < order_epoch(t) && write->clock < CLOCK_LAST);
}

void settled_read(const struct thread *t, uintptr_t offset, const struct cell *cell, bool shared)
{
    const struct access_record *read = &cell->read, *write = &cell->write;
    const struct launch *launch = t->block->launch;
    const uint8_t mark = settled_mark_of(t, offset);
    uint8_t *bytes = INIT(offset & ~(uintptr_t)3);
    if (!mark || t->alert || read->stamp != launch->stamp || read->mask != 15 || read->atomic)
        return;
    if (shared ? read->many != MANY_IN_BLOCK || read->block != t->block->number ||
                     read->epoch != order_epoch(t) || !is_settled(t, write)
               : read->many != MANY_IN_GRID || write->stamp == launch->stamp ||
                     launch->unordered_count > 0)
        return;
    for (int i = 0; i < 4; i++)
        if (!is_written(bytes[i]))
            return;
    for (int i = 0; i < 4; i++)
        bytes[i] = mark;
    if (!shared) {
        chunk_marked[offset >> CHUNK_BITS] = 1;
        any_marked = true;
    }
}
