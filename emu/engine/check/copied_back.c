// SPDX-License-Identifier: MIT
//
// copied_back.c: device memory that nothing has written, copied to the host and read there.
//
// The copy itself is not a mistake: a kernel that compacts a list fills only part of its buffer. A
// mistake is reported when the host reads such an element. Host code calls the engine before its
// loads only while host_quick is set, that is, while some buffer is watched.
#include "check.h"

#include "sample.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BUFFERS = 16, FRESH = 0xff }; // FRESH: what cudaMalloc fills memory with
static const size_t largest = (size_t)1 << 28;

static struct buffer {
    struct copied_rows rows;
    uint8_t *unwritten; // width times height bytes: 1 if nothing had written it
    size_t unwritten_bytes;
    const char *function, *pc;
    char first[400]; // the first such element
} buffers[MOST_BUFFERS];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct quick closed; // no access is allowed without a call

static size_t span(const struct copied_rows *rows)
{
    return (rows->height - 1) * rows->to_pitch + rows->width;
}

static void drop(int i)
{
    free(buffers[i].unwritten);
    buffers[i] = buffers[--count];
    host_quick = count ? &closed : NULL;
    emu_quick = host_quick;
}

static bool overlaps(const struct buffer *b, uintptr_t at, size_t size)
{
    const uintptr_t base = (uintptr_t)b->rows.to;
    return at < base + span(&b->rows) && base < at + size;
}

// Finds the bytes that nothing has written. Returns how many, and the first one's offset in *first.
static size_t find_unwritten(const struct copied_rows *rows, uint8_t *unwritten, uintptr_t *first)
{
    size_t found = 0;
    for (size_t row = 0; row < rows->height; row++) {
        const uintptr_t at = arena_offset(rows->from) + row * rows->from_pitch;
        for (size_t i = 0; i < rows->width; i++) {
            const bool is_unwritten = *INIT(at + i) == BYTE_UNWRITTEN;
            unwritten[row * rows->width + i] = is_unwritten;
            if (is_unwritten && found++ == 0)
                *first = at + i;
        }
    }
    return found;
}

static bool is_all_written(const struct copied_rows *rows)
{
    for (size_t row = 0; row < rows->height; row++)
        if (memchr(INIT(arena_offset(rows->from) + row * rows->from_pitch), BYTE_UNWRITTEN,
                   rows->width))
            return false;
    return true;
}

static void watch(const char *function, const struct copied_rows *rows, const char *pc)
{
    uintptr_t first = 0;
    uint8_t *unwritten = malloc(rows->width * rows->height);
    if (!unwritten)
        return;
    if (count == MOST_BUFFERS)
        drop(0);
    struct buffer *b = &buffers[count++];
    *b = (struct buffer){.rows = *rows, .unwritten = unwritten, .function = function, .pc = pc};
    b->unwritten_bytes = find_unwritten(rows, unwritten, &first);
    describe_address(ARENA_BASE + first, 4, b->first, sizeof b->first);
    const size_t used = strlen(b->first), from = first - arena_offset(rows->from);
    const bool has_slices = strncmp(function, "cudaMemcpy3D", strlen("cudaMemcpy3D")) == 0;
    if (rows->height > 1 && !has_slices) // the copy shows the shape
        snprintf(b->first + used, sizeof b->first - used, "; row %zu of %zu, byte %zu of %zu",
                 from / rows->from_pitch, rows->height, from % rows->from_pitch, rows->width);
    host_quick = emu_quick = &closed;
}

void copied_back(const char *function, const struct copied_rows *rows, const char *pc)
{
    if (!check_is_on() || emu_current || arena_offset(rows->to) < GLOBAL_END)
        return;
    pthread_mutex_lock(&lock);
    for (int i = count; i-- > 0;)
        if (overlaps(&buffers[i], (uintptr_t)rows->to, span(rows)))
            drop(i);
    if (arena_offset(rows->from) < GLOBAL_END && rows->width * rows->height <= largest &&
        !sample_left_out() && !is_all_written(rows))
        watch(function, rows, pc);
    pthread_mutex_unlock(&lock);
}

static void report_read(const struct buffer *b, const char *pc)
{
    char place[400], read[440];
    snprintf(read, sizeof read, "by the host at %s", source_line(pc, place, sizeof place));
    report_diagnosis(
        &(struct diagnosis){.kind = KIND_UNWRITTEN,
                            .pc = b->pc,
                            .address = b->first,
                            .detail_label = "read",
                            .detail = read,
                            .cure = "does the grid cover all elements (each of its dimensions, "
                                    "rounded up), and does a thread store each of them?"},
        "%s of memory that nothing has written, which the host then reads: %zu of %zu bytes",
        b->function, b->unwritten_bytes, b->rows.width * b->rows.height);
}

// The bytes of an access that are in the buffer.
enum found { ONLY_UNWRITTEN, OTHERS, CHANGED };
static enum found look(struct buffer *b, uintptr_t at, size_t size, enum access_kind kind)
{
    enum found found = ONLY_UNWRITTEN;
    for (size_t i = 0; i < size; i++) {
        const uintptr_t offset = at + i - (uintptr_t)b->rows.to;
        const size_t row = offset / b->rows.to_pitch, column = offset % b->rows.to_pitch;
        uint8_t *unwritten = &b->unwritten[row * b->rows.width + column];
        if (row >= b->rows.height || column >= b->rows.width || !*unwritten)
            found = OTHERS;
        else if (kind == STORE)
            *unwritten = 0;
        else if (*(const uint8_t *)(at + i) != FRESH)
            return CHANGED; // by code that is not instrumented
    }
    return found;
}

void copied_back_touched(const void *p, size_t size, enum access_kind kind, const char *pc)
{
    const uintptr_t at = (uintptr_t)p;
    pthread_mutex_lock(&lock);
    for (int i = count; i-- > 0;) {
        if (!overlaps(&buffers[i], at, size))
            continue;
        const enum found found = look(&buffers[i], at, size, kind);
        if (kind == STORE || found == OTHERS)
            continue;
        const struct buffer b = buffers[i];
        if (found == ONLY_UNWRITTEN)
            report_read(&b, pc);
        drop(i);
    }
    pthread_mutex_unlock(&lock);
}
