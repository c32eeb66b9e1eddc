// SPDX-License-Identifier: MIT
//
// attributes.c: runtime functions that only check their arguments here.
#include "../fiber/fiber.h"
#include "../memory/memory.h"
#include "emu/host/more.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECKED(good) ((good) ? cudaSuccess : set_error(cudaErrorInvalidValue))

// ---- The device ---------------------------------------------------------------------------------

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
    if (!device || !prop)
        return set_error(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags)
{
    (void)device_flags;
    (void)flags;
    return cudaSetDevice(device);
}

cudaError_t cudaSetValidDevices(int *devices, int count)
{
    return CHECKED(devices && count >= 1 && gpu_exists(devices[0]));
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device)
{
    if (!id || length < 13 || !gpu_exists(device))
        return set_error(cudaErrorInvalidValue);
    snprintf(id, (size_t)length, "0000:%02x:00.0", device);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    unsigned bus;
    if (!device || !id || sscanf(id, "%*x:%x:00.0", &bus) != 1 || !gpu_exists((int)bus))
        return set_error(cudaErrorInvalidValue);
    *device = (int)bus;
    return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache(void) { return cudaSuccess; }

// ---- Memory of graphs ---------------------------------------------------------------------------

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void *value)
{
    (void)attribute;
    if (!gpu_exists(device) || !value)
        return set_error(cudaErrorInvalidValue);
    *(unsigned long long *)value = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void *value)
{
    (void)attribute;
    return CHECKED(gpu_exists(device) && value);
}

cudaError_t cudaDeviceGraphMemTrim(int device) { return CHECKED(gpu_exists(device)); }

// ---- Memory -------------------------------------------------------------------------------------

cudaError_t cudaHostGetFlags(unsigned *flags, void *p)
{
    if (!flags || !arena_is_valid((uintptr_t)p, 1))
        return set_error(cudaErrorInvalidValue);
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, enum cudaMemRangeAttribute attribute,
                                     const void *p, size_t bytes)
{
    if (!data || size < sizeof(int) || !arena_is_valid((uintptr_t)p, bytes))
        return set_error(cudaErrorInvalidValue);
    const int nowhere = -2; // cudaInvalidDeviceId
    for (size_t i = 0; i + sizeof(int) <= size; i += sizeof(int))
        *(int *)((char *)data + i) = attribute == cudaMemRangeAttributeReadMostly ? 0 : nowhere;
    return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t length, unsigned flags)
{
    (void)stream;
    (void)flags;
    return CHECKED(arena_is_valid((uintptr_t)p, length ? length : 1));
}

// ---- Streams and kernels ------------------------------------------------------------------------

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value)
{
    (void)stream;
    (void)attribute;
    return CHECKED(value);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    (void)stream;
    if (!priority)
        return set_error(cudaErrorInvalidValue);
    *priority = 0;
    return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
    (void)flags;
    return cudaEventRecord(event, stream);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int block_size,
                                                                   size_t dynamic_shared,
                                                                   unsigned flags)
{
    (void)flags;
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, block_size,
                                                         dynamic_shared);
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *kernel)
{
    if (!function || !emu_kernel_type_of(kernel))
        return set_error(cudaErrorInvalidDeviceFunction);
    *function = (cudaFunction_t)(uintptr_t)kernel;
    return cudaSuccess;
}

// ---- Inline PTX ---------------------------------------------------------------------------------

void emu_ptx_refused(const char *why)
{
    if (!emu_current)
        return;
    struct launch *launch = emu_current->block->launch;
    snprintf(launch->refused, sizeof launch->refused, "inline PTX: %s", why);
    atomic_store(&launch->error, cudaErrorInvalidPtx);
    thread_abandon();
}
