// SPDX-License-Identifier: MIT
//
// peers.c: several equal GPUs with one address space (EMU_GPUS=2). Memory belongs to the GPU that
// was current at its cudaMalloc. Copies work between any two GPUs. A kernel can access the memory
// of another GPU only if its own GPU has peer access.
#include "peers.h"
#include "../memory/memory.h"
#include "emu_api.h"

#include <stdlib.h>

static bool reaches[MAX_GPUS][MAX_GPUS]; // [of][to]

static cudaError_t store(int *to, int value)
{
    if (!to)
        return set_error(cudaErrorInvalidValue);
    *to = value;
    return cudaSuccess;
}

// ---- Access to peers ----------------------------------------------------------------------------

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    if (!gpu_exists(device) || !gpu_exists(peer))
        return set_error(cudaErrorInvalidDevice);
    return store(can, device != peer);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    if (!gpu_exists(peer) || peer == gpu_current())
        return set_error(cudaErrorInvalidDevice);
    if (flags)
        return set_error(cudaErrorInvalidValue);
    bool *reached = &reaches[gpu_current()][peer];
    if (*reached)
        return set_error(cudaErrorPeerAccessAlreadyEnabled);
    *reached = links_open = true;
    return cudaSuccess;
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    if (!gpu_exists(peer) || peer == gpu_current())
        return set_error(cudaErrorInvalidDevice);
    bool *reached = &reaches[gpu_current()][peer];
    if (!*reached)
        return set_error(cudaErrorPeerAccessNotEnabled);
    *reached = false;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int source,
                                      int target)
{
    if (!gpu_exists(source) || !gpu_exists(target) || source == target)
        return set_error(cudaErrorInvalidDevice);
    return store(value, attribute != cudaDevP2PAttrPerformanceRank);
}

// ---- Memory of other GPUs -----------------------------------------------------------------------

static bool is_foreign(const struct allocation *a, int device)
{
    return (a->kind == ALLOC_DEVICE || a->kind == ALLOC_ARRAY || a->kind == ALLOC_OPEN) &&
           a->device != device &&
           !(a->pool ? pool_is_reached_by(a->pool, device) : reaches[device][a->device]);
}

static void close_one(struct allocation *a, const void *device)
{
    if (is_foreign(a, *(const int *)device))
        shadow_clear(a->base, a->size), a->is_closed = true;
}

static void open_one(struct allocation *a, const void *device)
{
    if (is_foreign(a, *(const int *)device))
        shadow_set(a->base, a->size), a->is_closed = false;
}

void peers_close(int device)
{
    if (gpu_count() > 1)
        arena_for_each_live(close_one, &device);
}

void peers_open(int device)
{
    if (gpu_count() > 1)
        arena_for_each_live(open_one, &device);
}
