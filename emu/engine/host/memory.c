// SPDX-License-Identifier: MIT
//
// memory.c: cudaMalloc and its family.
#include "capture.h"
#include "host.h"
#include "peers.h"
#include "pending.h"
#include "stream.h"
#include "../check/check.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "emu/host/more.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITCH = 512 };

// Linked to programs that include Thrust (emu/libraries/thrust/thrust.c).
extern const char emu_thrust_is_used __attribute__((weak));

// ---- Allocate and free --------------------------------------------------------------------------

// Memory of a graph, until the graph runs again (graph_memory.c).
static void set_aside(struct allocation *a, const char *pc)
{
    a->state = PLACE_ASIDE;
    a->freed_by = pc;
    shadow_clear(a->base, a->size);
}

static cudaError_t allocate(void **p, size_t bytes, enum allocation_kind kind, const char *pc)
{
    engine_init();
    if (emu_current)
        return (*p = emu_malloc(bytes)) ? cudaSuccess : cudaErrorMemoryAllocation;
    if (sticky_error() != cudaSuccess)
        return sticky_error();
    if (!p)
        return set_error_at(cudaErrorInvalidValue, pc);
    *p = NULL;
    if (bytes == 0)
        return cudaSuccess;
    uintptr_t base;
    char why[ARENA_WHY];
    if (kind == ALLOC_DEVICE && &emu_thrust_is_used)
        kind = ALLOC_OPEN;
    pthread_mutex_lock(&engine_lock);
    bool ok = arena_allocate(bytes, kind, pc, &base, why);
    pthread_mutex_unlock(&engine_lock);
    if (!ok && why[0])
        allocation_refused(pc, maker_name(kind), bytes, why);
    if (!ok)
        return set_error_at(cudaErrorMemoryAllocation, pc);
    *p = (void *)base;
    return cudaSuccess;
}

cudaError_t cudaMalloc(void **p, size_t bytes)
{
    const cudaError_t refused = capture_refuses(USE_UNSAFE, NULL, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    return allocate(p, bytes, ALLOC_DEVICE, CALLER());
}

static cudaError_t allocate_from(cudaMemPool_t pool, void **p, size_t bytes, cudaStream_t stream,
                                 const char *pc)
{
    const cudaError_t refused = capture_refuses(USE_WORK, stream, "cudaMallocAsync", pc);
    if (refused != cudaSuccess)
        return refused;
    const bool is_for_graph = is_captured(stream);
    if (!pool)
        return set_error_at(cudaErrorInvalidValue, pc);
    cudaError_t error = allocate(p, bytes, is_for_graph ? ALLOC_GRAPH : ALLOC_DEVICE, pc);
    struct allocation *a = error || emu_current ? NULL : arena_find_start((uintptr_t)*p);
    if (a) {
        a->device = pool_device(pool);
        a->pool = pool;
    }
    if (is_for_graph && error == cudaSuccess)
        capture->memory(stream, *p, true, pc);
    return error;
}

cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t stream)
{
    return allocate_from(pool_of_device(stream_device(stream)), p, bytes, stream, CALLER());
}

cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    return allocate_from(pool, p, bytes, stream, CALLER());
}

cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned flags)
{
    (void)flags;
    return bytes ? allocate(p, bytes, ALLOC_MANAGED, CALLER()) : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaMallocHost(void **p, size_t bytes)
{
    return allocate(p, bytes, ALLOC_PINNED, CALLER());
}

cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned flags)
{
    (void)flags;
    return allocate(p, bytes, ALLOC_PINNED, CALLER());
}

cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height)
{
    if (!pitch)
        return set_error(cudaErrorInvalidValue);
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    size_t bytes;
    if (*pitch < width || __builtin_mul_overflow(*pitch, height, &bytes))
        return set_error(cudaErrorMemoryAllocation);
    const cudaError_t refused = capture_refuses(USE_UNSAFE, NULL, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    return allocate(p, bytes, ALLOC_DEVICE, CALLER());
}

// Has a launch or copy used the memory that may still run when it is freed?
static void check_users(const struct allocation *a, const char *name, const char *pc)
{
    enum { MOST_LOOKS = 1 << 16 };
    const size_t words = a->size / 4, step = words / MOST_LOOKS + 1;
    const struct access_record *used = NULL;
    bool writes = false;
    for (size_t i = 0; i < words && !used; i += step) {
        const struct cell *cell = CELL(a->base - ARENA_BASE + 4 * i);
        writes = cell->write.stamp && stream_is_unordered(cell->write.stamp);
        if (writes || (cell->read.stamp && stream_is_unordered(cell->read.stamp)))
            used = writes ? &cell->write : &cell->read;
    }
    const struct past *past = used ? past_of(used->stamp) : NULL;
    if (!past || past->widest_fence >= EMU_SCOPE_SYSTEM) // a flag may have told the host
        return;
    char text[512], suffix[200];
    snprintf(suffix, sizeof suffix, " by %s on GPU %d", past->kernel, past->device);
    const struct other_access other = {
        .what = writes ? "write" : "read", .pc = place_pc(used->pc), .suffix = suffix};
    report_diagnosis(
        &(struct diagnosis){.kind = KIND_FREE,
                            .pc = pc,
                            .address = describe_address(a->base, 0, text, sizeof text),
                            .other = &other,
                            .cure = "first wait for every GPU and stream that uses the memory: "
                                    "cudaFree waits only for the current GPU, cudaFreeAsync only "
                                    "for its stream"},
        "%s of memory that %s may still be using", name, past->kernel);
}

static cudaError_t release(void *p, bool host, cudaStream_t stream, const char *pc)
{
    const bool in_stream = stream != STREAM_ANY;
    engine_init();
    // In a kernel this is only called by the destructor of a parameter passed by value. A GPU
    // copies parameters bit by bit and runs no destructor.
    if (!p || emu_current)
        return cudaSuccess;
    if (!in_stream)
        stream_sync_device(); // may wait for other GPUs, whose threads need the lock
    pthread_mutex_lock(&engine_lock);
    struct allocation *a = arena_find_start((uintptr_t)p);
    // malloc() in kernels uses a separate heap, which only free() in a kernel knows
    bool right =
        a && a->state == PLACE_LIVE && a->kind != ALLOC_HEAP && (a->kind == ALLOC_PINNED) == host;
    const char *name = host ? "cudaFreeHost" : "cudaFree";
    char text[512];
    if (!right)
        describe_address((uintptr_t)p, 0, text, sizeof text);
    else if (check_is_on() && a->kind != ALLOC_GRAPH && stream_any_unordered(stream))
        check_users(a, in_stream ? "cudaFreeAsync" : name, pc);
    if (right && a->kind == ALLOC_GRAPH)
        set_aside(a, pc);
    else if (right) {
        unread_freed(a);
        arena_free(a, pc);
    }
    pthread_mutex_unlock(&engine_lock);
    if (right)
        return cudaSuccess;
    if (a && a->state != PLACE_LIVE)
        report(KIND_FREE, pc, text, "free each pointer once; set it to NULL afterwards",
               "double free: %s", name);
    else
        report(KIND_FREE, pc, text,
               "pass the very pointer that the allocation gave, to the matching function",
               "%s of a pointer that is not the start of its kind of memory", name);
    return set_error_at(cudaErrorInvalidValue, pc);
}

cudaError_t allocate_memory(void **p, size_t bytes, const char *pc)
{
    return allocate(p, bytes, ALLOC_DEVICE, pc);
}

cudaError_t allocate_array(void **p, size_t bytes, const char *pc)
{
    return allocate(p, bytes, ALLOC_ARRAY, pc);
}

cudaError_t allocate_for_graph(void **p, size_t bytes, const char *pc)
{
    return allocate(p, bytes, ALLOC_GRAPH, pc);
}

cudaError_t release_memory(void *p, const char *pc) { return release(p, false, STREAM_ANY, pc); }
cudaError_t release_in_stream(void *p, cudaStream_t stream, const char *pc)
{
    return release(p, false, stream, pc);
}

cudaError_t cudaFree(void *p)
{
    const cudaError_t refused =
        p ? capture_refuses(USE_UNSAFE, NULL, __func__, CALLER()) : cudaSuccess;
    if (refused != cudaSuccess)
        return refused;
    return release(p, false, STREAM_ANY, CALLER());
}

cudaError_t cudaFreeHost(void *p) { return release(p, true, STREAM_ANY, CALLER()); }

struct later_free {
    void *p;
    cudaStream_t stream;
    const char *pc;
};

static void run_free(void *data)
{
    const struct later_free *l = data;
    release_in_stream(l->p, l->stream, l->pc);
}

cudaError_t cudaFreeAsync(void *p, cudaStream_t stream)
{
    const cudaError_t refused = capture_refuses(USE_WORK, stream, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    if (capture && capture->memory(stream, p, false, CALLER()))
        return cudaSuccess;
    if (!p || !pending_blocks(stream))
        return release_in_stream(p, stream, CALLER());
    struct later_free later = {p, stream, CALLER()};
    const struct pending_call waiting = {
        .run = run_free, .data = &later, .what = "cudaFreeAsync", .pc = CALLER()};
    pending_add_copy(stream, &waiting, sizeof later);
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    (void)flags;
    if (!device || !(arena_is_valid((uintptr_t)host, 1) || host_is_registered((uintptr_t)host, 1)))
        return set_error(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    engine_init();
    if (!free_bytes || !total_bytes)
        return set_error(cudaErrorInvalidValue);
    *total_bytes = (size_t)gpu_model()->memory_bytes;
    *free_bytes = arena_bytes_free();
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *p)
{
    engine_init();
    if (!attributes)
        return set_error(cudaErrorInvalidValue);
    *attributes = (struct cudaPointerAttributes){.type = cudaMemoryTypeUnregistered,
                                                 .hostPointer = (void *)(uintptr_t)p};
    if (arena_is_valid((uintptr_t)p, 1)) {
        enum allocation_kind kind = arena_nearest((uintptr_t)p)->kind;
        attributes->type = kind == ALLOC_MANAGED  ? cudaMemoryTypeManaged
                           : kind == ALLOC_PINNED ? cudaMemoryTypeHost
                                                  : cudaMemoryTypeDevice;
        attributes->devicePointer = (void *)(uintptr_t)p;
        attributes->device = arena_nearest((uintptr_t)p)->device;
        if (attributes->type == cudaMemoryTypeDevice)
            attributes->hostPointer = NULL;
    } else if (image_is_managed((uintptr_t)p)) {
        attributes->type = cudaMemoryTypeManaged;
        attributes->devicePointer = (void *)(uintptr_t)p;
    }
    return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void *p, size_t bytes, enum cudaMemoryAdvise advice, int device)
{
    (void)advice;
    (void)device;
    return arena_is_valid((uintptr_t)p, bytes) ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, int device, cudaStream_t stream)
{
    (void)device;
    (void)stream;
    return arena_is_valid((uintptr_t)p, bytes) ? cudaSuccess : set_error(cudaErrorInvalidValue);
}
