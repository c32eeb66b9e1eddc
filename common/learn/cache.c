// SPDX-License-Identifier: MIT
//
// cache.c: the simulated cache. Each set keeps its lines in the order of their last use.
#include "cache.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static uintptr_t sets[CACHE_SETS][CACHE_WAYS]; // numbers of lines, the last used first; 0: empty
static struct cache_counts counts;
static bool counting;

void cache_start(void)
{
    memset(sets, 0, sizeof sets);
    counts = (struct cache_counts){0};
    counting = true;
}

struct cache_counts cache_stop(void)
{
    counting = false;
    return counts;
}

// The line moves to the front of its set; those that were before it move back by one.
static void use_line(uintptr_t line)
{
    uintptr_t *set = sets[line % CACHE_SETS];
    int way = 0;
    while (way < CACHE_WAYS - 1 && set[way] != line)
        way++;
    counts.misses += set[way] != line;
    memmove(set + 1, set, (size_t)way * sizeof *set);
    set[0] = line;
}

void cache_access(const void *address, size_t bytes)
{
    if (!counting || bytes == 0)
        return;
    counts.accesses++;
    const uintptr_t first = (uintptr_t)address / CACHE_LINE;
    const uintptr_t last = ((uintptr_t)address + bytes - 1) / CACHE_LINE;
    for (uintptr_t line = first; line <= last; line++)
        use_line(line);
}
