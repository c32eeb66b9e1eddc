// SPDX-License-Identifier: MIT
//
// wgmma_check.c: invalid descriptors: tiles outside shared memory, swizzled tiles that begin inside
// their pattern, overlapping core matrices, and tiles that the copy engine wrote in another layout
// than they are read in.
#include <stdio.h>
#include <string.h>

#include "warpgroup.h"
#include "../hopper/hopper.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"

// The operand of a product that is being checked.
struct looked_at {
    struct thread *thread;
    const struct tile *tile;
    struct descriptor descriptor;
    char matrix;
    const char *name, *pc;
};

static char *describe_place(const struct looked_at *l, uint32_t at, char *text, size_t size)
{
    if (at < WINDOW_SIZE)
        return describe_address((uintptr_t)l->thread->block->window + at, VECTOR, text, size);
    snprintf(text, size, "byte %u of shared memory", at);
    return text;
}

static void check_bounds(const struct looked_at *l)
{
    char text[512];
    for (int i = 0; i < l->tile->count; i++) {
        const uint32_t at = l->tile->at[i];
        const uintptr_t offset = arena_offset(l->thread->block->window) + at;
        if (at < WINDOW_SIZE && SHADOW(offset) == SHADOW_ALL && SHADOW(offset + 8) == SHADOW_ALL)
            continue;
        report_and_stop(cudaErrorIllegalAddress, KIND_BOUNDS, l->pc,
                        describe_place(l, at, text, sizeof text),
                        "look at the descriptor: does the tile begin where it says, and are "
                        "leading and stride the distances in bytes between its core matrices?",
                        "out of bounds: %s of %c, whose descriptor (leading %u, stride %u) leads "
                        "out of the shared memory of the block",
                        l->name, l->matrix, l->descriptor.leading, l->descriptor.stride);
    }
}

// The tile begins where its pattern begins: by the declaration, or by luck?
static void check_declared(const struct looked_at *l, unsigned pattern)
{
    const struct launch *launch = l->thread->block->launch;
    const uint32_t start = l->descriptor.start;
    const int site = start < WINDOW_DYNAMIC ? shared_site_at(launch, start) : -1;
    char text[512];
    if (site >= 0 && launch->site_align[site] < pattern)
        report(KIND_MISALIGNED, l->pc, describe_place(l, start, text, sizeof text),
               "its address is right here, but on a GPU only the declaration guarantees it: "
               "__shared__ __align__(1024) for a 128-byte swizzle, 512 for 64, 256 for 32",
               "misaligned: %s of %c in an array that is declared for multiples of %u bytes, not "
               "%u",
               l->name, l->matrix, launch->site_align[site], pattern);
}

// The hardware takes the row number inside the pattern from the address.
static void check_start(const struct looked_at *l)
{
    const unsigned width = swizzle_bytes(l->descriptor.swizzle);
    const unsigned inside = width ? l->descriptor.start % (8 * width) : 0;
    char text[512];
    if (l->descriptor.base || width == 0)
        return;
    if (inside < width) {
        check_declared(l, 8 * width);
        return;
    }
    report(KIND_MISALIGNED, l->pc, describe_place(l, l->descriptor.start, text, sizeof text),
           "a tile begins where its pattern begins, or a few elements of k further in the same "
           "row: align its buffer (128-byte swizzle: __align__(1024), and the distance between "
           "buffers, too)",
           "misaligned: %s of %c with a %u-byte swizzle, which begins %u bytes past a multiple "
           "of %u",
           l->name, l->matrix, width, inside, 8 * width);
}

// The expected leading and stride for rows of `row` bytes and boxes of `box` bytes.
static void distances(const struct looked_at *l, unsigned row, unsigned box, char *text,
                      size_t size)
{
    const bool swizzled = l->descriptor.swizzle != 0, transposed = l->tile->transposed;
    if (swizzled && !transposed)
        snprintf(text, size, "stride %u", 8 * row);
    else if (swizzled != transposed)
        snprintf(text, size, "leading %u, stride %u", box, 8 * row);
    else if (swizzled)
        snprintf(text, size, "leading %u, stride %u", box, 8 * row);
    else
        snprintf(text, size, "leading %u, stride %u", 8 * row, box);
}

static void check_overlap(const struct looked_at *l)
{
    static __thread uint8_t *seen; // a bit for each 16 bytes of the block's shared memory
    seen = worker_buffer(seen, WINDOW_SIZE / VECTOR / 8);
    const struct tile *tile = l->tile;
    const unsigned width = swizzle_bytes(l->descriptor.swizzle);
    bool twice = false;
    for (int i = 0; i < tile->count; i++) {
        uint8_t *byte = &seen[tile->at[i] / VECTOR / 8];
        const uint8_t bit = (uint8_t)(1 << tile->at[i] / VECTOR % 8);
        twice |= (*byte & bit) != 0;
        *byte |= bit;
    }
    for (int i = 0; i < tile->count; i++)
        seen[tile->at[i] / VECTOR / 8] = 0;
    if (!twice)
        return;
    char text[512], cure[400], expected[100];
    snprintf(expected, sizeof expected, "at least %u", 8 * (width ? width : VECTOR));
    snprintf(cure, sizeof cure,
             "expected %s %s: 8 rows of %u bytes are in between. Leading and stride may have been "
             "mixed up (PTX ISA: matrix descriptor)",
             width ? "a stride of" : "leading and stride of", expected, width ? width : VECTOR);
    report(KIND_DESCRIPTOR, l->pc, describe_place(l, l->descriptor.start, text, sizeof text), cure,
           "the descriptor of %c makes %s read the same bytes twice: found leading %u, stride %u",
           l->matrix, l->name, l->descriptor.leading, l->descriptor.stride);
}

// ---- Comparison with the copy engine's boxes ----------------------------------------------------

static const char *name_of(unsigned bytes)
{
    return bytes == 128  ? "128-byte swizzle"
           : bytes == 64 ? "64-byte swizzle"
           : bytes == 32 ? "32-byte swizzle"
                         : "no swizzle";
}

static void describe_load(const struct looked_at *l, uint32_t at, const struct landed_box *box,
                          char *text, size_t size)
{
    char place[512], line[400];
    snprintf(text, size, "%s\n  copy    %u rows of %u bytes with %s, by the TMA load at %s",
             describe_place(l, at, place, sizeof place), box->bytes / box->row_bytes,
             box->row_bytes, name_of(box->swizzle ? 16u << box->swizzle : 0),
             source_location(box->pc, line, sizeof line));
}

// Row and byte of a vector in its box.
static void coordinates(const struct landed_box *box, uint32_t at, unsigned *row, unsigned *byte)
{
    const uint32_t mask = (1u << box->swizzle) - 1, plain = at ^ (at >> 7 & mask) << 4;
    *row = (plain - box->start) / box->row_bytes;
    *byte = (plain - box->start) % box->row_bytes;
}

// Do the tile's lines and positions along k follow the rows of the loaded boxes?
static bool fits(const struct looked_at *l, const struct landed_box *first)
{
    const struct tile *tile = l->tile;
    unsigned row0, byte0, row, byte;
    coordinates(first, tile->at[0], &row0, &byte0);
    for (int i = 1; i < tile->count; i++) {
        const unsigned line = (unsigned)(tile->transposed ? i / 16 : i / 2);
        const unsigned along = (unsigned)(tile->transposed ? i % 16 : i % 2);
        const unsigned down = tile->transposed ? along : line;
        const unsigned right = byte0 + VECTOR * (tile->transposed ? line : along);
        const struct landed_box *box = landed_box_find(l->thread->block, tile->at[i]);
        if (!box || box->row_bytes != first->row_bytes || box->swizzle != first->swizzle)
            return true; // not decidable: another load or another thread wrote it
        coordinates(box, tile->at[i], &row, &byte);
        const bool beyond = right >= first->row_bytes;
        if (byte != right % first->row_bytes || (box == first && (beyond || row != row0 + down)) ||
            (box != first && beyond && row != row0 + down))
            return false;
    }
    return true;
}

// Returns false after a report.
static bool check_load(const struct looked_at *l)
{
    const struct landed_box *box = landed_box_find(l->thread->block, l->tile->at[0]);
    const unsigned width = swizzle_bytes(l->descriptor.swizzle);
    char text[1200], cure[400], expected[100];
    if (!box)
        return true;
    const unsigned written = box->swizzle ? 16u << box->swizzle : 0;
    if (written != width) {
        describe_load(l, l->tile->at[0], box, text, sizeof text);
        report(KIND_DESCRIPTOR, l->pc, text,
               "give the descriptor the swizzle that the tensor map was encoded with",
               "the descriptor of %c says %s, but the tile was written with %s", l->matrix,
               name_of(width), name_of(written));
        return false;
    }
    if (fits(l, box))
        return true;
    describe_load(l, l->tile->at[0], box, text, sizeof text);
    distances(l, box->row_bytes, box->bytes, expected, sizeof expected);
    snprintf(cure, sizeof cure,
             "expected %s. Leading and stride may have been mixed up (PTX ISA: "
             "matrix descriptor)",
             expected);
    report(KIND_DESCRIPTOR, l->pc, text, cure,
           "the descriptor of %c does not follow the rows that were copied: found leading %u, "
           "stride %u",
           l->matrix, l->descriptor.leading, l->descriptor.stride);
    return false;
}

void tile_check(struct thread *t, const struct tile *tile, char matrix, const char *name,
                const char *pc)
{
    const struct looked_at l = {t, tile, descriptor_of(tile->descriptor), matrix, name, pc};
    check_bounds(&l);
    if (!t->checked || !check_load(&l))
        return;
    check_start(&l);
    check_overlap(&l);
}
