// SPDX-License-Identifier: MIT
//
// reader_swizzle.c: readers that swizzle by the offset in a tile, where the copy engine swizzles by
// the address.
//
// Both are the same if the tile begins where the pattern begins (at a multiple of 1024 bytes for a
// swizzle of 128). At any other multiple of 128 bytes the copy engine still places the tile, and a
// reader that exchanges pieces by bits of the address is right. Elements that follow each other
// show which exchange a program makes: undone by the right one, their places are regular; by the
// wrong one, they are not. So the first reads of each thread are kept, and the elements they mean
// are computed in both ways.
#include "reader_swizzle.h"
#include "../memory/memory.h"
#include "../report/report.h"

#include <stdlib.h>

enum { READS = 16 }; // of each thread
// Steps that only one of the two ways makes regular: how many, and how many times as many as the
// steps that only the other way does.
enum { ENOUGH_STEPS = 6, CLEARLY = 4 };

struct read {
    uint32_t start;                 // of the box
    uint32_t by_offset, by_address; // the place in the box of the element that is meant
};

struct swizzle_readers {
    struct landed_box first; // the box that was watched first
    const struct thread *reader;
    const char *pc; // of the first read on which the two ways do not agree
    unsigned char *counts;
    struct read reads[];
};

static unsigned pattern_bytes(const struct landed_box *box) { return 128u << box->swizzle; }

void reader_swizzle_watch(struct block *b, const struct landed_box *box)
{
    const unsigned threads = b->launch->threads_per_block;
    if (b->swizzle_readers || !box->swizzle || box->start % pattern_bytes(box) == 0)
        return;
    struct swizzle_readers *s = calloc(1, sizeof *s + threads * (READS * sizeof *s->reads + 1));
    if (!s)
        fatal("no memory to follow readers (EMU_CHECK=off needs none)");
    s->first = *box;
    s->counts = (unsigned char *)&s->reads[(size_t)threads * READS];
    b->swizzle_readers = s;
}

void reader_swizzle_note(struct thread *t, uintptr_t offset, const char *pc)
{
    struct block *b = t->block;
    struct swizzle_readers *s = b->swizzle_readers;
    const uintptr_t in_window = offset - arena_offset(b->window);
    if (in_window >= WINDOW_SIZE || s->counts[t->id] == READS)
        return;
    const uint32_t at = (uint32_t)in_window;
    const struct landed_box *box = landed_box_find(b, at);
    if (!box || !box->swizzle || box->start % pattern_bytes(box) == 0)
        return;
    const uint32_t mask = (1u << box->swizzle) - 1, inside = at - box->start;
    const struct read read = {.start = box->start,
                              .by_offset = inside ^ (inside >> 7 & mask) << 4,
                              .by_address = (at ^ (at >> 7 & mask) << 4) - box->start};
    s->reads[t->id * READS + s->counts[t->id]++] = read;
    if (!s->pc && read.by_offset != read.by_address) {
        s->pc = pc;
        s->reader = t;
    }
}

static bool is_regular(uint32_t a, uint32_t b, uint32_t c) { return b - a == c - b; }

static const struct read *read_of(const struct swizzle_readers *s, unsigned thread, unsigned number)
{
    return &s->reads[(size_t)thread * READS + number];
}

// Three reads of one box in a row: which way makes them regular?
static void judge(const struct read *a, const struct read *b, const struct read *c,
                  unsigned *by_offset, unsigned *by_address)
{
    if (a->start != b->start || b->start != c->start)
        return;
    const bool offset = is_regular(a->by_offset, b->by_offset, c->by_offset);
    const bool address = is_regular(a->by_address, b->by_address, c->by_address);
    *by_offset += offset && !address;
    *by_address += address && !offset;
}

void reader_swizzle_block_done(struct block *b)
{
    static const char what[] = "misaligned: reads of a tile with a %u-byte swizzle which begins %u "
                               "bytes past a multiple of %u: they follow the offset in the tile, "
                               "the copy engine follows the address";
    const struct swizzle_readers *s = b->swizzle_readers;
    unsigned by_offset = 0, by_address = 0;
    if (!s || !s->pc || report_is_old(s->pc, what))
        return;
    for (unsigned i = 0; i < b->launch->threads_per_block; i++) {
        for (unsigned n = 0; n < s->counts[i]; n++) {
            const struct read *last = read_of(s, i, n);
            if (n >= 2)
                judge(read_of(s, i, n - 2), read_of(s, i, n - 1), last, &by_offset, &by_address);
            if (i >= 2 && n < s->counts[i - 1] && n < s->counts[i - 2])
                judge(read_of(s, i - 2, n), read_of(s, i - 1, n), last, &by_offset, &by_address);
        }
    }
    if (by_offset < ENOUGH_STEPS || by_offset < CLEARLY * by_address)
        return;
    char text[512];
    const unsigned pattern = pattern_bytes(&s->first);
    emu_current = &b->threads[s->reader->id];
    report(KIND_MISALIGNED, s->pc,
           describe_address((uintptr_t)b->window + s->first.start, 0, text, sizeof text),
           "let the tile begin at a multiple of the pattern: 1024 bytes (128-byte swizzle), 512 "
           "(64), 256 (32); or exchange pieces of 16 bytes by bits 7 to 9 of the address in shared "
           "memory",
           what, pattern / 8, s->first.start % pattern, pattern);
    emu_current = NULL;
}

void reader_swizzle_end(struct block *b)
{
    free(b->swizzle_readers);
    b->swizzle_readers = NULL;
}
