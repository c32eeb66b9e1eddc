// SPDX-License-Identifier: MIT
//
// shared.c: the layout of a block's shared arrays.
#include "run.h"
#include "../fiber/fiber.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Each array starts at a multiple of SITE_ALIGN bytes (bank 0), or of the array's alignment, and a
// red zone of at least that size follows it. nvcc packs arrays, so the distance between two arrays
// differs from the GPU's.
static uint32_t round_site(size_t size)
{
    return (uint32_t)((size + SITE_ALIGN - 1) / SITE_ALIGN * SITE_ALIGN);
}

static void site_register(struct emu_site *site, const char *pc)
{
    static _Atomic unsigned sites = 1;
    unsigned none = 0, id = atomic_fetch_add(&sites, 1);
    if (id >= MAX_SITES)
        report_and_stop(cudaErrorLaunchFailure, KIND_MISTAKE, pc, NULL, NULL,
                        "more than %d __shared__ variables in one program", MAX_SITES - 1);
    __atomic_compare_exchange_n(&site->id, &none, id, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static uint32_t site_place(struct launch *launch, struct emu_site *site, size_t size, size_t align,
                           const char *pc)
{
    pthread_mutex_lock(&launch->sites_lock);
    uint32_t offset = launch->site_offset[site->id];
    if (offset == 0) {
        offset = launch->static_top;
        if (align > SITE_ALIGN) // a tile of the copy engine
            offset = (uint32_t)((offset + align - 1) / align * align);
        launch->static_top = offset + round_site(size) + SITE_ALIGN;
        launch->static_bytes += (uint32_t)((size + 3) & ~(size_t)3);
        launch->site_size[site->id] = (uint32_t)size;
        launch->site_align[site->id] = (uint32_t)align;
        launch->sites[site->id] = site;
        launch->site_offset[site->id] = offset;
    }
    size_t used = launch->static_bytes, all = used + launch->dynamic_shared;
    // The attribute limits the dynamic part (launch.c checks it); together they may use what a
    // block may have.
    bool asked =
        !launch->function || kernel_info(launch->function)->max_dynamic_shared > (int)STATIC_LIMIT;
    size_t allowed = asked ? (size_t)gpu_model()->shared_per_block_optin : STATIC_LIMIT;
    int each = gpu_blocks_per_sm((int)launch->threads_per_block, all);
    launch->resident_limit = (uint64_t)(each > 0 ? each : 1) * (uint64_t)gpu_model()->sms;
    bool full = used > STATIC_LIMIT || launch->static_top > WINDOW_DYNAMIC;
    bool refused = !full && all > STATIC_LIMIT && all > allowed;
    if (refused && !launch->refused[0])
        snprintf(
            launch->refused, sizeof launch->refused,
            "%zu bytes of static and %zu of dynamic shared memory are %zu together, %zu allowed",
            used, launch->dynamic_shared, all, allowed);
    pthread_mutex_unlock(&launch->sites_lock);
    if (refused)
        thread_abandon();
    if (full)
        report_and_stop(cudaErrorInvalidValue, KIND_MEMORY, pc, NULL,
                        "make the arrays smaller, or use dynamic shared memory (`extern "
                        "__shared__`) with cudaFuncSetAttribute",
                        "the kernel declares %zu bytes of static shared memory; nvcc refuses more "
                        "than %d",
                        used, STATIC_LIMIT);
    return offset;
}

static struct thread *in_kernel(const struct emu_site *site, const char *pc)
{
    if (!emu_current) {
        report(KIND_HOST, pc, NULL, "use it inside a kernel", "shared array %s used in host code",
               site->name);
        exit(1);
    }
    return emu_current;
}

// The first thread of the block has reached the array's declaration.
static void open_site(struct block *b, unsigned id, uint32_t offset, size_t size)
{
    const uintptr_t array = (uintptr_t)b->window + offset;
    b->site_ready[id] = 1;
    if (b->checked)
        check_unwritten(array, size);
    memset((void *)array, 0xff, size); // NaN, because shared memory starts with arbitrary content
    shadow_set(array, size);
    if (b->static_open < offset + size)
        b->static_open = (uint32_t)(offset + size);
}

void *emu_shared(struct emu_site *site, size_t size, size_t align)
{
    const char *pc = CALLER();
    struct block *b = in_kernel(site, pc)->block;
    if (__atomic_load_n(&site->id, __ATOMIC_ACQUIRE) == 0)
        site_register(site, pc);
    uint32_t offset = b->launch->site_offset[site->id];
    if (offset == 0)
        offset = site_place(b->launch, site, size, align, pc);
    if (!b->site_ready[site->id])
        open_site(b, site->id, offset, size);
    for (unsigned i = 0; b->cluster && i < b->cluster->size; i++) // they can access it, too
        if (!b->cluster->blocks[i]->site_ready[site->id])
            open_site(b->cluster->blocks[i], site->id, offset, size);
    return b->window + offset;
}

void *emu_shared_dynamic(struct emu_site *site, size_t align)
{
    (void)align;
    return in_kernel(site, CALLER())->block->window + WINDOW_DYNAMIC;
}

uint32_t emu_dynamic_shared_bytes(void)
{
    return emu_current ? (uint32_t)emu_current->block->launch->dynamic_shared : 0;
}

void window_open(struct block *b)
{
    struct launch *launch = b->launch;
    char *dynamic = b->window + WINDOW_DYNAMIC;
    shadow_clear((uintptr_t)b->window, b->static_open);
    shadow_clear((uintptr_t)dynamic, b->dynamic_open);
    b->static_open = 0;
    b->dynamic_open = (uint32_t)launch->dynamic_shared;
    if (launch->dynamic_shared) {
        if (b->checked)
            check_unwritten((uintptr_t)dynamic, launch->dynamic_shared);
        memset(dynamic, 0xff, launch->dynamic_shared);
        shadow_set((uintptr_t)dynamic, launch->dynamic_shared);
    }
}
