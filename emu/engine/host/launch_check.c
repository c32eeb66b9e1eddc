// SPDX-License-Identifier: MIT
//
// launch_check.c: checks whether a launch is legal, and explains why not.
#include "launch.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"

#include <stdio.h>
#include <string.h>

// The documentation says cudaErrorInvalidConfiguration, and CUDA 12 returns it. CUDA 13.0 on an
// H200 returns this error for a grid or a block that is empty or too large.
#define ILLEGAL_CONFIGURATION cudaErrorInvalidValue

cudaError_t launch_check(const struct emu_config *c, const void *function, bool cooperative,
                         char *why, size_t size)
{
    const struct gpu_model *gpu = gpu_model();
    uint64_t threads = (uint64_t)c->block.x * c->block.y * c->block.z;
    struct kernel_info *info = kernel_info(function);
    if (c->grid.x == 0 || c->grid.y == 0 || c->grid.z == 0) {
        snprintf(why, size, "the grid (%u,%u,%u) is empty: a division rounded down to 0?",
                 c->grid.x, c->grid.y, c->grid.z);
        return ILLEGAL_CONFIGURATION;
    }
    if (threads == 0) {
        snprintf(why, size, "the block (%u,%u,%u) is empty", c->block.x, c->block.y, c->block.z);
        return ILLEGAL_CONFIGURATION;
    }
    if (c->grid.x > 2147483647u || c->grid.y > 65535 || c->grid.z > 65535) {
        snprintf(why, size, "the grid (%u,%u,%u) is too large: at most 2147483647 x 65535 x 65535",
                 c->grid.x, c->grid.y, c->grid.z);
        return ILLEGAL_CONFIGURATION;
    }
    if (c->block.x > 1024 || c->block.y > 1024 || c->block.z > 64 || threads > MAX_THREADS) {
        snprintf(why, size, "the block (%u,%u,%u) has %llu threads: at most 1024, and 64 in z",
                 c->block.x, c->block.y, c->block.z, (unsigned long long)threads);
        return ILLEGAL_CONFIGURATION;
    }
    if (threads > (uint64_t)info->max_threads) {
        snprintf(why, size,
                 "the block has %llu threads, and the kernel's __launch_bounds__(%d) promises the "
                 "compiler at most %d",
                 (unsigned long long)threads, info->max_threads, info->max_threads);
        return cudaErrorInvalidValue;
    }
    size_t allowed =
        function ? (size_t)info->max_dynamic_shared : (size_t)gpu->shared_per_block_optin;
    if (c->shared > allowed) {
        snprintf(why, size, "%zu bytes of dynamic shared memory, %zu allowed%s", c->shared, allowed,
                 c->shared <= (size_t)gpu->shared_per_block_optin
                     ? ": ask for more with cudaFuncSetAttribute(kernel, "
                       "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)"
                     : ": more than this GPU has for one block");
        return cudaErrorInvalidValue;
    }
    uint64_t blocks = (uint64_t)c->grid.x * c->grid.y * c->grid.z;
    int each = gpu_blocks_per_sm((int)threads, c->shared + info->static_shared);
    if (cooperative && blocks > (uint64_t)each * (uint64_t)gpu->sms) {
        snprintf(why, size, "a cooperative launch of %llu blocks, but only %d x %d fit at once",
                 (unsigned long long)blocks, each, gpu->sms);
        return cudaErrorCooperativeLaunchTooLarge;
    }
    return cudaSuccess;
}

// The name of a __device__ variable is not a pointer that a kernel can use: on a GPU the host's
// copy of the variable has another address. cudaGetSymbolAddress returns the right one.
// (A __managed__ variable has one address for both.)
void launch_check_arguments(const void *closure, size_t size, const char *pc)
{
    for (size_t i = 0; check_is_on() && i + sizeof(uintptr_t) <= size; i += sizeof(uintptr_t)) {
        uintptr_t value;
        memcpy(&value, (const char *)closure + i, sizeof value);
        if (image_is_symbol(value, 1) && !image_is_managed(value) &&
            !symbol_address_was_asked(value))
            report(
                KIND_MEMORY, pc, NULL,
                "use the variable in the kernel directly, or pass what cudaGetSymbolAddress gives",
                "a kernel argument is the host's address of a __device__ or __constant__ variable");
    }
}
