// SPDX-License-Identifier: MIT
#include "links.h"
#include "arena.h"
#include "../base/base.h"
#include "emu_api.h"

#include <stdatomic.h>

static atomic_llong sent[MAX_GPUS][MAX_GPUS]; // [from][to]

bool links_open;

void links_sent(int from, int to, size_t bytes)
{
    if (from != to)
        sent[from][to] += (long long)bytes;
}

static int owner_of(int device, uintptr_t address)
{
    const struct allocation *a = gpu_count() > 1 ? arena_nearest(address) : NULL;
    return a ? a->device : device;
}

void links_read(int device, uintptr_t address, size_t bytes)
{
    links_sent(owner_of(device, address), device, bytes);
}

void links_written(int device, uintptr_t address, size_t bytes)
{
    links_sent(device, owner_of(device, address), bytes);
}

long long emu_link_bytes(int from, int to)
{
    return gpu_exists(from) && gpu_exists(to) ? sent[from][to] : 0;
}
