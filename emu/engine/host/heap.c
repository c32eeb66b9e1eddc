// SPDX-License-Identifier: MIT
//
// heap.c: malloc, free, new and delete, in kernels and in host code of the same program.
//
// A kernel's heap is device memory. The headers redirect `malloc` and `free` of a .cu file to this
// file (device_functions.h). `new` and `delete` are defined here, and a program's own definitions
// override the library's. They are weak, so that definitions of the user override these.
#include "../memory/memory.h"
#include "../report/report.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *heap_take(size_t bytes, const char *pc)
{
    uintptr_t base;
    char why[ARENA_WHY]; // unused: the null pointer is sufficient
    if (bytes == 0)
        return NULL;
    pthread_mutex_lock(&heap_lock);
    const bool ok = arena_allocate(bytes, ALLOC_HEAP, pc, &base, why);
    pthread_mutex_unlock(&heap_lock);
    return ok ? (void *)base : NULL;
}

static void heap_give(void *p, const char *what, const char *pc)
{
    char cure[200];
    if (!p)
        return;
    pthread_mutex_lock(&heap_lock);
    struct allocation *a = arena_find_start((uintptr_t)p);
    const bool right = a && a->state == PLACE_LIVE && a->kind == ALLOC_HEAP;
    if (right)
        arena_free(a, pc);
    pthread_mutex_unlock(&heap_lock);
    if (right)
        return;
    snprintf(cure, sizeof cure, "%s in a kernel only what a kernel has allocated, once", what);
    report_and_stop(cudaErrorLaunchFailure, KIND_FREE, pc, NULL, cure,
                    "%s of a pointer that is not on the device heap", what);
}

void *emu_malloc(size_t bytes) { return emu_current ? heap_take(bytes, CALLER()) : malloc(bytes); }

void emu_free(void *p)
{
    if (emu_current)
        heap_give(p, "free", CALLER());
    else
        free(p);
}

// ---- new and delete -----------------------------------------------------------------------------

// Host code calls the C++ library's functions. If a program is linked without that library, malloc
// is used, as in the library itself. The names are those of the Itanium C++ ABI.
static void *plain_new(size_t size)
{
    void *p = malloc(size ? size : 1);
    if (!p)
        fatal("no memory for %zu bytes by `new`", size);
    return p;
}

static void *aligned_new(size_t size, size_t align)
{
    void *p = aligned_alloc(align, (size + align - 1) / align * align);
    if (!p)
        fatal("no memory for %zu bytes by `new`", size);
    return p;
}

// In a kernel, `new` returns a null pointer if there is no memory, as on a GPU.
#define NEW(function, name, parameters, otherwise, ...) \
    void *function parameters __asm__(name) __attribute__((weak)); \
    void *function parameters \
    { \
        static void *(*next)parameters; \
        if (emu_current) \
            return heap_take(size ? size : 1, CALLER()); \
        if (!next) \
            *(void **)(void *)&next = dlsym(RTLD_NEXT, name); \
        return next ? next(__VA_ARGS__) : otherwise; \
    }

#define DELETE(function, name, parameters, ...) \
    void function parameters __asm__(name) __attribute__((weak)); \
    void function parameters \
    { \
        static void(*next) parameters; \
        if (emu_current) { \
            heap_give(p, "delete", CALLER()); \
            return; \
        } \
        if (!next) \
            *(void **)(void *)&next = dlsym(RTLD_NEXT, name); \
        if (next) \
            next(__VA_ARGS__); \
        else \
            free(p); \
    }

NEW(new_one, "_Znwm", (size_t size), plain_new(size), size)
NEW(new_array, "_Znam", (size_t size), plain_new(size), size)
NEW(new_one_or_null, "_ZnwmRKSt9nothrow_t", (size_t size, const void *tag), malloc(size), size, tag)
NEW(new_array_or_null, "_ZnamRKSt9nothrow_t", (size_t size, const void *tag), malloc(size), size,
    tag)
NEW(new_aligned, "_ZnwmSt11align_val_t", (size_t size, size_t align), aligned_new(size, align),
    size, align)
NEW(new_array_aligned, "_ZnamSt11align_val_t", (size_t size, size_t align),
    aligned_new(size, align), size, align)
DELETE(delete_one, "_ZdlPv", (void *p), p)
DELETE(delete_array, "_ZdaPv", (void *p), p)
DELETE(delete_sized, "_ZdlPvm", (void *p, size_t size), p, size)
DELETE(delete_array_sized, "_ZdaPvm", (void *p, size_t size), p, size)
DELETE(delete_aligned, "_ZdlPvSt11align_val_t", (void *p, size_t align), p, align)
DELETE(delete_array_aligned, "_ZdaPvSt11align_val_t", (void *p, size_t align), p, align)
