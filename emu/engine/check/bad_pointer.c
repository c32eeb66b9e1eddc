// SPDX-License-Identifier: MIT
//
// bad_pointer.c: an invalid pointer usually comes from an index that is negative or far too large.
// This file finds the array that was indexed.
#include "check.h"
#include "../report/report.h"
#include "../memory/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FAR_FROM_NULL = 1 << 30 };

static uintptr_t argument(const struct launch *launch, size_t i)
{
    uintptr_t value;
    memcpy(&value, (const char *)launch->closure + i * sizeof value, sizeof value);
    return value;
}

static uintptr_t distance(const struct allocation *a, uintptr_t address)
{
    const uintptr_t end = a->base + a->size;
    return address < a->base ? a->base - address : address >= end ? address - end : 0;
}

// The closure holds the kernel's arguments unchanged, each at a multiple of its size.
const struct allocation *bad_pointer_nearest_argument(const struct launch *launch,
                                                      uintptr_t address)
{
    const struct allocation *nearest = NULL;
    for (size_t i = 0; (i + 1) * sizeof(uintptr_t) <= launch->closure_size; i++) {
        const uintptr_t value = argument(launch, i);
        if (!arena_is_valid(value, 1))
            continue;
        const struct allocation *a = arena_nearest(value);
        if (!nearest || distance(a, address) < distance(nearest, address))
            nearest = a;
    }
    return nearest;
}

bool bad_pointer_is_null(const struct launch *launch, uintptr_t address)
{
    if (address < 4096)
        return true;
    for (size_t i = 0; (i + 1) * sizeof(uintptr_t) <= launch->closure_size; i++)
        if (argument(launch, i) == 0 && address < FAR_FROM_NULL)
            return true;
    return false;
}

// Memory that the engine has reserved does not count as memory of the host program.
bool bad_pointer_is_host_memory(uintptr_t address)
{
    unsigned char resident;
    const uintptr_t page = address & ~(uintptr_t)4095;
    return !is_reserved(address) && mincore((void *)page, 1, &resident) == 0;
}

void bad_pointer_to_closed_peer(uintptr_t address, size_t size, const char *what, const char *pc)
{
    const struct allocation *a = arena_nearest(address);
    char text[512];
    if (!a || !a->is_closed || a->state != PLACE_LIVE || address - a->base >= a->size)
        return;
    describe_address(address, size, text, sizeof text);
    report_and_stop(cudaErrorIllegalAddress, KIND_PEER, pc, text,
                    a->pool ? "cudaMemPoolSetAccess gives a GPU access to what comes from a pool"
                            : "call cudaDeviceEnablePeerAccess once, while the GPU that runs the "
                              "kernel is the current one, or copy the data with cudaMemcpyPeer",
                    "%s of %zu bytes of GPU %d by a kernel on GPU %d, which has no access to that "
                    "peer",
                    what, size, a->device, emu_current->block->launch->device);
}
