// SPDX-License-Identifier: MIT
//
// virtual.c: virtual memory management: a program reserves addresses, creates memory, maps it
// there, and sets its access. Before that, every byte is out of bounds. The content of an unmapped
// allocation is saved and restored by the next mapping.
#include "../memory/memory.h"
#include "../report/report.h"
#include "emu/host/virtual.h"

#include <stdlib.h>
#include <string.h>

enum { GRANULARITY = 2 << 20 };

struct memory {
    CUmemGenericAllocationHandle handle;
    size_t size;
    int device;
    bool released;
    uintptr_t at; // where it is mapped; 0: nowhere
    char *kept;   // its content while it is unmapped
    struct memory *next;
};

static struct memory *memories; // newest first

static struct memory *of_handle(CUmemGenericAllocationHandle handle)
{
    struct memory *m = memories;
    while (m && (m->handle != handle || m->released))
        m = m->next;
    return m;
}

static void forget_if_unused(struct memory *m)
{
    if (!m->released || m->at)
        return;
    for (struct memory **at = &memories; *at; at = &(*at)->next)
        if (*at == m) {
            *at = m->next;
            break;
        }
    free(m->kept);
    free(m);
}

CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags option)
{
    (void)option;
    if (!granularity || !prop)
        return CUDA_ERROR_INVALID_VALUE;
    *granularity = GRANULARITY;
    return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
                     const CUmemAllocationProp *prop, unsigned long long flags)
{
    static CUmemGenericAllocationHandle last;
    if (!handle || !prop || flags || size == 0 || size % GRANULARITY ||
        prop->type != CU_MEM_ALLOCATION_TYPE_PINNED || !gpu_exists(prop->location.id))
        return CUDA_ERROR_INVALID_VALUE;
    if (prop->requestedHandleTypes) {
        call_refused(CALLER(), "cuMemCreate",
                     "sharing memory between processes is not part of the emulated GPU");
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    engine_init();
    if (size > arena_bytes_free())
        return CUDA_ERROR_OUT_OF_MEMORY;
    struct memory *m = calloc(1, sizeof *m);
    if (!m)
        return CUDA_ERROR_OUT_OF_MEMORY;
    pthread_mutex_lock(&engine_lock);
    *m = (struct memory){
        .handle = ++last, .size = size, .device = prop->location.id, .next = memories};
    memories = m;
    pthread_mutex_unlock(&engine_lock);
    *handle = m->handle;
    return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop,
                                                CUmemGenericAllocationHandle handle)
{
    pthread_mutex_lock(&engine_lock);
    const struct memory *m = prop ? of_handle(handle) : NULL;
    if (m)
        *prop = (CUmemAllocationProp){.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                      .location = {CU_MEM_LOCATION_TYPE_DEVICE, m->device}};
    pthread_mutex_unlock(&engine_lock);
    return m ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    pthread_mutex_lock(&engine_lock);
    struct memory *m = of_handle(handle);
    if (m) {
        m->released = true;
        forget_if_unused(m);
    }
    pthread_mutex_unlock(&engine_lock);
    return m ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// ---- Addresses ----------------------------------------------------------------------------------

CUresult cuMemAddressReserve(CUdeviceptr *p, size_t size, size_t alignment, CUdeviceptr wish,
                             unsigned long long flags)
{
    uintptr_t base;
    (void)wish;
    if (!p || flags || size == 0 || size % GRANULARITY || (alignment & (alignment - 1)))
        return CUDA_ERROR_INVALID_VALUE;
    engine_init();
    pthread_mutex_lock(&engine_lock);
    const bool ok = arena_reserve(size, CALLER(), &base);
    pthread_mutex_unlock(&engine_lock);
    if (!ok)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *p = base;
    return CUDA_SUCCESS;
}

// The reservation that contains these bytes; NULL if none does.
static struct allocation *reservation(CUdeviceptr p, size_t size)
{
    struct allocation *a = p ? arena_nearest(p) : NULL;
    const bool inside = a && a->state == PLACE_LIVE && a->kind == ALLOC_RESERVED && size > 0 &&
                        p >= a->base && p - a->base <= a->size - (size < a->size ? size : a->size);
    return inside && size <= a->size ? a : NULL;
}

static struct memory *mapped_in(CUdeviceptr p, size_t size)
{
    struct memory *m = memories;
    while (m && (m->at == 0 || m->at + m->size <= p || m->at >= p + size))
        m = m->next;
    return m;
}

CUresult cuMemAddressFree(CUdeviceptr p, size_t size)
{
    pthread_mutex_lock(&engine_lock);
    struct allocation *a = reservation(p, size);
    const bool ok = a && a->base == p && a->size == size && !mapped_in(p, size);
    if (ok)
        arena_free(a, CALLER());
    pthread_mutex_unlock(&engine_lock);
    return ok ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// ---- Mapping ------------------------------------------------------------------------------------

static void copy_across(char *to, const char *from, size_t size)
{
    arena_open_range(to, size, true);
    arena_open_range(from, size, true);
    memcpy(to, from, size);
    arena_open_range(from, size, false);
    arena_open_range(to, size, false);
}

static CUresult map(CUdeviceptr p, size_t size, size_t offset, struct memory *m, const char *pc)
{
    if (!m || !reservation(p, size) || mapped_in(p, size))
        return CUDA_ERROR_INVALID_VALUE;
    if (m->at || offset || size != m->size) {
        call_refused(pc, "cuMemMap",
                     "the emulated GPU maps an allocation as a whole, and at one place at a time");
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    if (m->kept)
        copy_across((char *)p, m->kept, size);
    free(m->kept);
    m->kept = NULL;
    m->at = p;
    return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr p, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags)
{
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&engine_lock);
    const CUresult result = map(p, size, offset, of_handle(handle), CALLER());
    pthread_mutex_unlock(&engine_lock);
    return result;
}

static CUresult unmap(struct memory *m)
{
    const uintptr_t at = m->at;
    if (!m->released) {
        if (!(m->kept = malloc(m->size)))
            return CUDA_ERROR_OUT_OF_MEMORY;
        copy_across(m->kept, (const char *)at, m->size);
    }
    shadow_clear(at, m->size);
    m->at = 0;
    forget_if_unused(m);
    return CUDA_SUCCESS;
}

CUresult cuMemUnmap(CUdeviceptr p, size_t size)
{
    CUresult result = CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&engine_lock);
    for (struct memory *m; reservation(p, size) && (m = mapped_in(p, size));) {
        result = m->at >= p && m->at + m->size <= p + size ? unmap(m) : CUDA_ERROR_INVALID_VALUE;
        if (result != CUDA_SUCCESS)
            break;
    }
    pthread_mutex_unlock(&engine_lock);
    return result;
}

// Access is granted to all GPUs at once: access by peers is not distinguished.
CUresult cuMemSetAccess(CUdeviceptr p, size_t size, const CUmemAccessDesc *list, size_t count)
{
    if (!list || count == 0)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&engine_lock);
    bool ok = reservation(p, size);
    for (uintptr_t at = p; ok && at < p + size;) {
        const struct memory *m = mapped_in(at, 1);
        ok = m && m->at + m->size <= p + size;
        at = ok ? m->at + m->size : p + size;
    }
    if (ok && list[0].flags != CU_MEM_ACCESS_FLAGS_PROT_NONE)
        shadow_set(p, size);
    else if (ok)
        shadow_clear(p, size);
    pthread_mutex_unlock(&engine_lock);
    return ok ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
