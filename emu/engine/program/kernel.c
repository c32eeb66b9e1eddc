// SPDX-License-Identifier: MIT
//
// kernel.c: properties of a kernel: shared memory, limits, occupancy.
#include "program.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The size of a kernel's own __shared__ declarations. Those of functions it calls, and of
// templates, are found when it runs.
static size_t listed_shared(const void *function)
{
    const char *name = NULL;
    size_t bytes = 0;
    struct span span;
    for (int number = 0; table_of(TABLE_SITES, number, &span); number++) {
        const struct emu_site *sites = span.begin;
        for (size_t i = 0; i < span.size / sizeof *sites; i++) {
            if (!name)
                name = kernel_name(function);
            if (sites[i].function && strcmp(sites[i].function, name) == 0)
                bytes += sites[i].size;
        }
    }
    return bytes;
}

// Uses emucc's list of __launch_bounds__.
static int max_threads(const void *function)
{
    int most = MAX_THREADS;
    struct span span;
    for (int number = 0; table_of(TABLE_BOUNDS, number, &span); number++) {
        const struct emu_bounds_entry *entries = span.begin;
        const size_t count = span.size / sizeof *entries;
        const size_t bytes = count && function ? function_size(function) : 0;
        for (size_t i = 0; i < count; i++) {
            const uintptr_t place = (uintptr_t)&entries[i] + (uintptr_t)(intptr_t)entries[i].offset;
            if (place - (uintptr_t)function < bytes && entries[i].threads < most &&
                entries[i].threads > 0)
                most = entries[i].threads;
        }
    }
    return most;
}

// Several host threads may launch at once. Recursive, because filling in an entry asks for the
// kernel's name, which is a part of the entry.
static pthread_mutex_t table_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static struct kernel_info *find_or_add(const void *function)
{
    static struct kernel_info *infos; // a list: pointers to its entries stay valid
    for (struct kernel_info *info = infos; info; info = info->next)
        if (info->function == function)
            return info;
    struct kernel_info *info = malloc(sizeof *info);
    if (!info)
        fatal("no memory for the table of kernels");
    *info = (struct kernel_info){
        .function = function, .max_dynamic_shared = STATIC_LIMIT, .next = infos};
    infos = info;
    info->static_shared = listed_shared(function);
    info->max_threads = max_threads(function);
    return info;
}

struct kernel_info *kernel_info(const void *function)
{
    pthread_mutex_lock(&table_lock);
    struct kernel_info *info = find_or_add(function);
    pthread_mutex_unlock(&table_lock);
    return info;
}

const char *kernel_name(const void *function)
{
    pthread_mutex_lock(&table_lock);
    struct kernel_info *info = find_or_add(function);
    if (!info->name) {
        char name[256];
        function_name(function, name, sizeof name);
        info->name = strdup(name);
        if (!info->name)
            fatal("no memory for the name of a kernel");
    }
    pthread_mutex_unlock(&table_lock);
    return info->name;
}

// ---- Attributes and occupancy -------------------------------------------------------------------

cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute, int value)
{
    engine_init();
    if (!kernel)
        return set_error(cudaErrorInvalidDeviceFunction);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaSuccess; // a hint to a cache, which is not emulated
    struct kernel_info *info = kernel_info(kernel);
    if (value < 0 ||
        (size_t)value + info->static_shared > (size_t)gpu_model()->shared_per_block_optin)
        return set_error(cudaErrorInvalidValue);
    if (value > info->max_dynamic_shared)
        info->max_dynamic_shared = value;
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel)
{
    engine_init();
    if (!attributes || !kernel)
        return set_error(cudaErrorInvalidValue);
    const struct kernel_info *info = kernel_info(kernel);
    int version = gpu_model()->major * 10 + gpu_model()->minor;
    *attributes =
        (struct cudaFuncAttributes){.sharedSizeBytes = info->static_shared,
                                    .maxThreadsPerBlock = info->max_threads,
                                    .numRegs = 32,
                                    .ptxVersion = version,
                                    .binaryVersion = version,
                                    .maxDynamicSharedSizeBytes = info->max_dynamic_shared};
    return cudaSuccess;
}

cudaError_t cudaFuncGetName(const char **name, const void *kernel)
{
    engine_init();
    if (!name || !kernel)
        return set_error(cudaErrorInvalidValue);
    *name = kernel_name(kernel);
    return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config)
{
    (void)config;
    return kernel ? cudaSuccess : set_error(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *kernel, enum cudaSharedMemConfig config)
{
    (void)config;
    return kernel ? cudaSuccess : set_error(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int block_size, size_t dynamic_shared)
{
    engine_init();
    if (!blocks || !kernel || block_size < 1)
        return set_error(cudaErrorInvalidValue);
    const struct kernel_info *info = kernel_info(kernel);
    *blocks = block_size > info->max_threads
                  ? 0
                  : gpu_blocks_per_sm(block_size, dynamic_shared + info->static_shared);
    return cudaSuccess;
}
