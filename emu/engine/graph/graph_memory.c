// SPDX-License-Identifier: MIT
//
// graph_memory.c: memory that a graph allocates each time it runs.
//
// The call that creates the node returns the address. The addresses therefore belong to the graph
// and its clones as long as any of them exists. Between a free (by a node of this or another graph,
// or by the program) and the next run, the memory is set aside, and an access is reported as a use
// after free.
#include "graph.h"
#include "../memory/memory.h"

// NULL if cudaDeviceReset() has freed it.
static struct allocation *memory_at(const void *p)
{
    struct allocation *a = arena_find_start((uintptr_t)p);
    return a && a->kind == ALLOC_GRAPH && a->state != PLACE_RESTING ? a : NULL;
}

void graph_memory_own(const void *p)
{
    pthread_mutex_lock(&engine_lock);
    struct allocation *a = memory_at(p);
    if (a)
        a->owners++;
    pthread_mutex_unlock(&engine_lock);
}

// Memory that the last run has not freed now belongs to the program.
void graph_memory_leave(const void *p)
{
    pthread_mutex_lock(&engine_lock);
    struct allocation *a = memory_at(p);
    if (a && --a->owners == 0) {
        if (a->state == PLACE_LIVE && a->was_begun)
            a->kind = ALLOC_DEVICE;
        else
            arena_free(a, a->freed_by);
    }
    pthread_mutex_unlock(&engine_lock);
}

void graph_memory_begin(const void *p)
{
    pthread_mutex_lock(&engine_lock);
    struct allocation *a = memory_at(p);
    if (a) {
        a->state = PLACE_LIVE;
        a->was_begun = true;
        shadow_set(a->base, a->size);
        check_close(a->base, a->size); // unwritten at the start of a run
    }
    pthread_mutex_unlock(&engine_lock);
}
