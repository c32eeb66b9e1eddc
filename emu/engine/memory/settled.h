// SPDX-License-Identifier: MIT
//
// settled.h: words whose state another read cannot change.
//
// Nearly all reads of a matrix are of words that many threads read and none writes. After such a
// word has been read by several threads, its shadow bytes (cells.h) hold a mark instead of
// BYTE_WRITTEN. A thread that reads the current mark can skip the cell. A write removes the mark.
// The current mark changes with each launch for global memory and with each barrier of the block
// for shared memory. Older marks mean only that the byte was written.
#ifndef SETTLED_H
#define SETTLED_H

#include "cells.h"

enum { MARK_FIRST = 8, MARK_LAST = 255 };

static inline bool is_written(uint8_t byte) { return byte == BYTE_WRITTEN || byte >= MARK_FIRST; }
static inline bool is_under_way(uint8_t byte)
{
    return byte >= BYTE_IN_FLIGHT && byte < MARK_FIRST;
}

void settled_new_launch(struct launch *launch); // or a part of one
void settled_new_block(struct block *block);
void settled_barrier(struct block *block, unsigned warp_mask); // after the epochs were advanced

// t has read the word without a conflict. Call it under the lock of the cell.
void settled_read(const struct thread *t, uintptr_t offset, const struct cell *cell, bool shared);
void settled_copied(uintptr_t to, size_t size); // the shadow bytes were copied from elsewhere

// The current mark; 0: none.
static inline uint8_t settled_mark_of(const struct thread *t, uintptr_t offset)
{
    return is_shared(offset) ? t->block->mark : t->block->launch->mark;
}

// Do all bytes of an aligned access in the shadowed part hold the current mark?
static inline bool is_settled_access(const struct thread *t, uintptr_t offset, size_t size)
{
    const uint64_t pattern = settled_mark_of(t, offset) * 0x0101010101010101u;
    const uint8_t *at = INIT(offset);
    if (pattern == 0)
        return false;
    switch (size) {
    case 1: return *at == (uint8_t)pattern;
    case 2: return *(const uint16_t *)(const void *)at == (uint16_t)pattern;
    case 4: return *(const uint32_t *)(const void *)at == (uint32_t)pattern;
    case 8: return *(const uint64_t *)(const void *)at == pattern;
    default:
        return ((const uint64_t *)(const void *)at)[0] == pattern &&
               ((const uint64_t *)(const void *)at)[1] == pattern;
    }
}

#endif
