// SPDX-License-Identifier: MIT
//
// peers.c: several GPUs, all alike, with one space of addresses (EMU_GPUS=2). Memory belongs to the
// GPU that was current at its cudaMalloc. Copies go from any to any; a kernel reaches the memory of
// another GPU only once its own has access to that peer.
#include "arena.h"
#include "peers.h"
#include "report.h"
#include "thread.h"

#include <stdlib.h>

static bool reaches[MAX_GPUS][MAX_GPUS]; // [of][to]
static _Thread_local int current;

int gpu_count(void)
{
    static int count;
    if (count == 0) {
        const char *text = getenv("EMU_GPUS");
        engine_init(); // refuses what is no such number
        count = text && *text ? atoi(text) : 1;
    }
    return count;
}

int gpu_current(void) { return current; }
bool gpu_exists(int device) { return device >= 0 && device < gpu_count(); }

static cudaError_t store(int *to, int value)
{
    if (!to)
        return set_error(cudaErrorInvalidValue);
    *to = value;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count) { return store(count, gpu_count()); }

cudaError_t cudaGetDevice(int *device)
{
    return store(device, emu_current ? emu_current->block->launch->device : current);
}

cudaError_t cudaSetDevice(int device)
{
    if (!gpu_exists(device))
        return set_error(cudaErrorInvalidDevice);
    current = device;
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
    if (!gpu_exists(peer) || peer == current)
        return set_error(cudaErrorInvalidDevice);
    if (flags)
        return set_error(cudaErrorInvalidValue);
    if (reaches[current][peer])
        return set_error(cudaErrorPeerAccessAlreadyEnabled);
    reaches[current][peer] = true;
    return cudaSuccess;
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    if (!gpu_exists(peer) || peer == current)
        return set_error(cudaErrorInvalidDevice);
    if (!reaches[current][peer])
        return set_error(cudaErrorPeerAccessNotEnabled);
    reaches[current][peer] = false;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int source,
                                      int target)
{
    if (!gpu_exists(source) || !gpu_exists(target) || source == target)
        return set_error(cudaErrorInvalidDevice);
    return store(value, attribute != cudaDevP2PAttrPerformanceRank);
}

// ---- Memory of the others -----------------------------------------------------------------------

static bool is_foreign(const struct allocation *a, int device)
{
    return (a->kind == ALLOC_DEVICE || a->kind == ALLOC_ARRAY || a->kind == ALLOC_OPEN) &&
           a->device != device &&
           !(a->pool ? pool_is_reached_by(a->pool, device) : reaches[device][a->device]);
}

static void close_one(struct allocation *a, const void *device)
{
    if (is_foreign(a, *(const int *)device))
        shadow_clear(a->base, a->size);
}

static void open_one(struct allocation *a, const void *device)
{
    if (is_foreign(a, *(const int *)device))
        shadow_set(a->base, a->size);
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

int peers_owner(int device, uintptr_t address)
{
    if (gpu_count() == 1)
        return -1;
    const struct allocation *a = arena_nearest(address);
    const bool inside = a && a->state == PLACE_LIVE && address - a->base < a->size;
    return inside && is_foreign(a, device) ? a->device : -1;
}
