// SPDX-License-Identifier: MIT
//
// pool.c: memory pools and their access by other GPUs. Freed memory returns to the system at once,
// so the attributes for cached memory have no effect.
#include "peers.h"
#include "../report/report.h"

#include "emu/host/graph.h"
#include "emu/host/more.h"

#include <stdlib.h>

struct CUmemPoolHandle_st {
    int device;
    unsigned reached_by; // a bit for each other GPU
};

static struct CUmemPoolHandle_st default_pools[MAX_GPUS];
static cudaMemPool_t current_pools[MAX_GPUS]; // NULL: the default

#define CHECKED(good) ((good) ? cudaSuccess : set_error(cudaErrorInvalidValue))

bool pool_is_reached_by(cudaMemPool_t pool, int device) { return pool->reached_by >> device & 1; }
int pool_device(cudaMemPool_t pool) { return pool->device; }

static cudaMemPool_t default_pool(int device)
{
    default_pools[device].device = device;
    return &default_pools[device];
}

cudaMemPool_t pool_of_device(int device)
{
    return current_pools[device] ? current_pools[device] : default_pool(device);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    if (!pool)
        return set_error(cudaErrorInvalidValue);
    if (!gpu_exists(device))
        return set_error(cudaErrorInvalidDevice);
    *pool = default_pool(device);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    if (!pool || !gpu_exists(device))
        return set_error(cudaErrorInvalidValue);
    *pool = pool_of_device(device);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    if (!gpu_exists(device) || !pool || pool->device != device)
        return set_error(cudaErrorInvalidValue);
    current_pools[device] = pool;
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props)
{
    if (!pool || !props || !gpu_exists(props->location.id))
        return set_error(cudaErrorInvalidValue);
    if (props->handleTypes) {
        call_refused(CALLER(), "cudaMemPoolCreate",
                     "sharing memory between processes is not part of the emulated GPU");
        return set_error(cudaErrorNotSupported);
    }
    if (!(*pool = calloc(1, sizeof **pool)))
        return set_error(cudaErrorMemoryAllocation);
    (*pool)->device = props->location.id;
    return cudaSuccess;
}

// Allocations from the pool live until they are freed, and keep using its access rights.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    for (int i = 0; i < MAX_GPUS; i++)
        if (current_pools[i] == pool)
            current_pools[i] = NULL;
    return CHECKED(pool);
}

// Nothing is cached, so nothing is reserved beyond what is used; flags read as set.
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    if (!pool || !value)
        return set_error(cudaErrorInvalidValue);
    if (attribute < cudaMemPoolAttrReleaseThreshold)
        *(int *)value = 1;
    else
        *(unsigned long long *)value = 0;
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    return CHECKED(pool && value && attribute >= cudaMemPoolReuseFollowEventDependencies &&
                   attribute <= cudaMemPoolAttrReleaseThreshold);
}

// cudaDeviceEnablePeerAccess does not apply to memory from a pool.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list,
                                 size_t count)
{
    if (!pool || (count && !list))
        return set_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        if (list[i].location.type != cudaMemLocationTypeDevice || !gpu_exists(list[i].location.id))
            return set_error(cudaErrorInvalidValue);
        const unsigned bit = 1u << list[i].location.id;
        pool->reached_by = list[i].flags ? pool->reached_by | bit : pool->reached_by & ~bit;
    }
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location)
{
    if (!flags || !pool || !location || !gpu_exists(location->id))
        return set_error(cudaErrorInvalidValue);
    *flags = location->id == pool->device || pool_is_reached_by(pool, location->id)
                 ? cudaMemAccessFlagsProtReadWrite
                 : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes)
{
    (void)bytes;
    return CHECKED(pool);
}
