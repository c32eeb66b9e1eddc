// SPDX-License-Identifier: MIT
//
// graph_memory.c: memory that a graph allocates anew each time it runs.
//
// Its address is an answer of the call that makes the node, so the place stays the graph's, and its
// copies', as long as there are any. Between a free (by a node of this or another graph, or by the
// program) and the next run it is set aside: who touches it then is told that it was freed.
#include "graph.h"
#include "../memory/memory.h"

// NULL where cudaDeviceReset() has taken it away.
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

// What the last run has left to the program is the program's to free.
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
        check_close(a->base, a->size); // nobody has written it in this run
    }
    pthread_mutex_unlock(&engine_lock);
}
