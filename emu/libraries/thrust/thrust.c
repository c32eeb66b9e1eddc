// SPDX-License-Identifier: MIT
//
// thrust.c: allocates the memory of Thrust's vectors (cccl/emu_thrust.h).
#include "../cccl/emu_thrust.h"

#include "../library.h"

const char emu_thrust_is_used = 1;

void *emu_thrust_allocate(size_t bytes)
{
    uintptr_t base = 0;
    char why[ARENA_WHY];
    engine_init();
    if (emu_current || bytes == 0)
        return NULL;
    pthread_mutex_lock(&engine_lock);
    const bool ok = arena_allocate(bytes, ALLOC_OPEN, CALLER(), &base, why);
    pthread_mutex_unlock(&engine_lock);
    return ok ? (void *)base : NULL;
}

void emu_thrust_free(void *p)
{
    pthread_mutex_lock(&engine_lock);
    struct allocation *a = p && !emu_current ? arena_find_start((uintptr_t)p) : NULL;
    if (a && a->state == PLACE_LIVE && a->kind == ALLOC_OPEN)
        arena_free(a, CALLER());
    pthread_mutex_unlock(&engine_lock);
}
