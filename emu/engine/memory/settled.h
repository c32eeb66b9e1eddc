// SPDX-License-Identifier: MIT
//
// settled.h: words of which nothing new can be learnt by reading them once more.
//
// Nearly all reads of a matrix are of words that many threads read and nobody writes. Once that is
// known of a word, each of its bytes (cells.h) holds a mark instead of BYTE_WRITTEN; who finds the
// mark there that counts now need not look at the cell. A write takes it away. In global memory the
// mark changes with each launch, in shared memory with each barrier of the block; marks of other
// times count for nothing more than that the byte was written.
#ifndef MARKS_H
#define MARKS_H

#include "cells.h"

enum { MARK_FIRST = 8, MARK_LAST = 255 };

static inline bool is_written(uint8_t byte) { return byte == BYTE_WRITTEN || byte >= MARK_FIRST; }
static inline bool is_under_way(uint8_t byte)
{
    return byte >= BYTE_IN_FLIGHT && byte < MARK_FIRST;
}

void settled_new_launch(struct launch *launch); // or part of one
void settled_new_block(struct block *block);
void settled_barrier(struct block *block, unsigned warp_mask); // the epochs are the new ones

// t has read the word, which found nothing wrong. Under the lock of its cell.
void settled_read(const struct thread *t, uintptr_t offset, const struct cell *cell, bool shared);
void settled_copied(uintptr_t to, size_t size); // what is known of it came from elsewhere

// The mark that counts now: 0 for none.
static inline uint8_t settled_mark_of(const struct thread *t, uintptr_t offset)
{
    return is_shared(offset) ? t->block->mark : t->block->launch->mark;
}

// An aligned access within the shadowed part: are all its bytes marked?
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
