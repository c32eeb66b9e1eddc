// SPDX-License-Identifier: MIT
//
// A job of chapter 01 with its loads and stores traced: gcc's -fsanitize=thread puts a call before
// each, and the functions are these here. They pass through a simulated first-level cache: 32 KiB,
// 8 ways, lines of 64 bytes, least recently used, stores allocate. It begins empty, as for data
// that were never touched. One thread at a time: exercises that count misses have one.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "call.h"
#include "child.h"

enum { LINE = 64, WAYS = 8, SETS = 32 * 1024 / LINE / WAYS };

static uintptr_t line_in[SETS][WAYS]; // of each set, the most recently used first; 0: none
static long long accesses, misses;
static bool tracing;

static void touch_line(uintptr_t line)
{
    uintptr_t *ways = line_in[line % SETS];
    int way = 0;
    while (way < WAYS - 1 && ways[way] != line)
        way++;
    misses += ways[way] != line;
    memmove(&ways[1], &ways[0], (size_t)way * sizeof *ways);
    ways[0] = line;
}

static void touch(const void *address, size_t size)
{
    const uintptr_t first = (uintptr_t)address / LINE,
                    last = ((uintptr_t)address + size - 1) / LINE;
    if (!tracing || size == 0)
        return;
    accesses++;
    for (uintptr_t line = first; line <= last; line++)
        touch_line(line);
}

// The names that gcc calls.
#define TRACED(name, size) \
    void __tsan_##name(void *address); \
    void __tsan_##name(void *address) { touch(address, size); }
TRACED(read1, 1)
TRACED(read2, 2)
TRACED(read4, 4)
TRACED(read8, 8)
TRACED(read16, 16)
TRACED(write1, 1)
TRACED(write2, 2)
TRACED(write4, 4)
TRACED(write8, 8)
TRACED(write16, 16)
TRACED(unaligned_read2, 2)
TRACED(unaligned_read4, 4)
TRACED(unaligned_read8, 8)
TRACED(unaligned_read16, 16)
TRACED(unaligned_write2, 2)
TRACED(unaligned_write4, 4)
TRACED(unaligned_write8, 8)
TRACED(unaligned_write16, 16)

// A copy counts as the floats in it: of a structure, or by the functions that build.c renames.
static void touch_range(const void *address, size_t size)
{
    for (size_t at = 0; at < size; at += sizeof(float))
        touch((const char *)address + at, size - at < sizeof(float) ? size - at : sizeof(float));
}

void __tsan_read_range(void *address, size_t size);
void __tsan_write_range(void *address, size_t size);
void __tsan_init(void);
void __tsan_func_entry(void *caller);
void __tsan_func_exit(void);
void *traced_memmove(void *to, const void *from, size_t size);
void *traced_memcpy(void *restrict to, const void *restrict from, size_t size);
void *traced_memset(void *to, int value, size_t size);

void __tsan_read_range(void *address, size_t size) { touch_range(address, size); }
void __tsan_write_range(void *address, size_t size) { touch_range(address, size); }
void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}

void *traced_memmove(void *to, const void *from, size_t size)
{
    touch_range(from, size);
    touch_range(to, size);
    return memmove(to, from, size);
}

void *traced_memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return traced_memmove(to, from, size);
}

void *traced_memset(void *to, int value, size_t size)
{
    touch_range(to, size);
    return memset(to, value, size);
}

const bool child_is_on_gpu = false;

void child_run(const struct order *order, const struct job *job, const struct gemm *g,
               struct outcome *o)
{
    (void)job;
    memset(line_in, 0, sizeof line_in);
    accesses = misses = 0;
    tracing = true;
    call_exercise(order->form, g);
    tracing = false;
    o->accesses = accesses;
    o->misses = misses;
}

char *child_heat(const char *counter)
{
    (void)counter;
    return NULL;
}
