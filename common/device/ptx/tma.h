// SPDX-License-Identifier: MIT
//
// tma.h: the copy engine (Tensor Memory Accelerator, compute capability 9.0) moves a box of a
// matrix between global and shared memory (PTX ISA: cp.async.bulk.tensor). One thread starts the
// copy. A tensor map, made by the host (tensor_map.h), describes the matrix and the size of a box.
//
// Coordinates count elements, the innermost one (along a row) first. They may be outside: a load
// writes zeros there, and counts their bytes all the same. A store omits what is outside, in pieces
// of 16 bytes: if a row of the matrix ends within such a piece, the bytes after the row are
// overwritten. The address in shared memory is a multiple of 128 bytes; if the map swizzles, of the
// pattern: 1024 (128-byte swizzle), 512 (64) or 256 (32).
#ifndef COMMON_PTX_TMA_H
#define COMMON_PTX_TMA_H

#include <stdint.h>

#include "../tensor_map.h"

#ifdef __EMU_GPU__
#include "emu/ptx/tma.h"
#else

#include "function.h"
#include "mbarrier.h"

PTX_FUNCTION uint64_t ptx_map(const CUtensorMap *map) { return (uint64_t)(uintptr_t)map; }

// Fetches the map itself, so that the first copy does not wait for it.
PTX_FUNCTION void tma_prefetch_map(const CUtensorMap *map)
{
    PTX_SM90("prefetch.tensormap [%0];" : : "l"(ptx_map(map)) : "memory");
}

// How L2 should treat the lines of a load: normally, evict first, or evict last.
enum tma_keep { TMA_KEEP_NORMAL, TMA_EVICT_FIRST, TMA_EVICT_LAST };

PTX_FUNCTION uint64_t ptx_l2_policy(enum tma_keep keep)
{
    uint64_t policy = 0;
    if (keep == TMA_EVICT_FIRST)
        PTX_SM90("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    else if (keep == TMA_EVICT_LAST)
        PTX_SM90("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    else
        PTX_SM90("createpolicy.fractional.L2::evict_normal.b64 %0, 1.0;" : "=l"(policy));
    return policy;
}

#define TMA_LOAD "cp.async.bulk.tensor"
#define TMA_TO_SHARED ".shared::cluster.global.tile.mbarrier::complete_tx::bytes"

// Loads: the box at these coordinates goes to `shared`. When it has arrived, its bytes count at the
// barrier. No thread may touch the place until the barrier's phase is over.
PTX_FUNCTION void tma_load_1d(void *shared, const CUtensorMap *map, uint64_t *barrier, int x)
{
    PTX_SM90(TMA_LOAD ".1d" TMA_TO_SHARED " [%0], [%1, {%3}], [%2];"
             :
             : "r"(ptx_shared(shared)), "l"(ptx_map(map)), "r"(ptx_shared(barrier)), "r"(x)
             : "memory");
}

PTX_FUNCTION void tma_load_2d(void *shared, const CUtensorMap *map, uint64_t *barrier, int x, int y)
{
    PTX_SM90(TMA_LOAD ".2d" TMA_TO_SHARED " [%0], [%1, {%3, %4}], [%2];"
             :
             : "r"(ptx_shared(shared)), "l"(ptx_map(map)), "r"(ptx_shared(barrier)), "r"(x), "r"(y)
             : "memory");
}

PTX_FUNCTION void tma_load_3d(void *shared, const CUtensorMap *map, uint64_t *barrier, int x, int y,
                              int z)
{
    PTX_SM90(TMA_LOAD ".3d" TMA_TO_SHARED " [%0], [%1, {%3, %4, %5}], [%2];"
             :
             : "r"(ptx_shared(shared)), "l"(ptx_map(map)), "r"(ptx_shared(barrier)), "r"(x), "r"(y),
               "r"(z)
             : "memory");
}

PTX_FUNCTION void tma_load_2d_keep(void *shared, const CUtensorMap *map, uint64_t *barrier, int x,
                                   int y, enum tma_keep keep)
{
    PTX_SM90(TMA_LOAD ".2d" TMA_TO_SHARED ".L2::cache_hint [%0], [%1, {%3, %4}], [%2], %5;"
             :
             : "r"(ptx_shared(shared)), "l"(ptx_map(map)), "r"(ptx_shared(barrier)), "r"(x), "r"(y),
               "l"(ptx_l2_policy(keep))
             : "memory");
}

// Multicast: the box goes to the same place in the shared memory of every block of the cluster
// whose bit is set in `blocks`, and its bytes count at the same barrier of each.
PTX_FUNCTION void tma_load_2d_multicast(void *shared, const CUtensorMap *map, uint64_t *barrier,
                                        int x, int y, unsigned blocks)
{
    PTX_SM90(TMA_LOAD ".2d" TMA_TO_SHARED ".multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;"
             :
             : "r"(ptx_shared(shared)), "l"(ptx_map(map)), "r"(ptx_shared(barrier)), "r"(x), "r"(y),
               "h"((uint16_t)blocks)
             : "memory");
}

PTX_FUNCTION void tma_load_3d_multicast(void *shared, const CUtensorMap *map, uint64_t *barrier,
                                        int x, int y, int z, unsigned blocks)
{
    PTX_SM90(TMA_LOAD ".3d" TMA_TO_SHARED ".multicast::cluster [%0], [%1, {%3, %4, %5}], [%2], %6;"
             :
             : "r"(ptx_shared(shared)), "l"(ptx_map(map)), "r"(ptx_shared(barrier)), "r"(x), "r"(y),
               "r"(z), "h"((uint16_t)blocks)
             : "memory");
}

// Stores: the box in `shared` goes to these coordinates. Each thread that wrote there must execute
// a fence (fence_proxy_async()), then a barrier; then one thread stores. The copies of a thread
// since its last commit are a group.
PTX_FUNCTION void tma_store_2d(const CUtensorMap *map, const void *shared, int x, int y)
{
    PTX_SM90("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%1, {%2, %3}], [%0];"
             :
             : "r"(ptx_shared(shared)), "l"(ptx_map(map)), "r"(x), "r"(y)
             : "memory");
}

PTX_FUNCTION void tma_store_3d(const CUtensorMap *map, const void *shared, int x, int y, int z)
{
    PTX_SM90("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%1, {%2, %3, %4}], [%0];"
             :
             : "r"(ptx_shared(shared)), "l"(ptx_map(map)), "r"(x), "r"(y), "r"(z)
             : "memory");
}

// The same, but adds the box to the stored values, each element atomically: in any order.
PTX_FUNCTION void tma_reduce_add_2d(const CUtensorMap *map, const void *shared, int x, int y)
{
    PTX_SM90("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group "
             "[%1, {%2, %3}], [%0];"
             :
             : "r"(ptx_shared(shared)), "l"(ptx_map(map)), "r"(x), "r"(y)
             : "memory");
}

PTX_FUNCTION void bulk_commit_group(void)
{
    PTX_SM90("cp.async.bulk.commit_group;" : : : "memory");
}

// Waits until at most the latest n of this thread's groups are in flight; n is a literal, 0 to 3.
PTX_FUNCTION void bulk_wait_group(int n)
{
    switch (n) {
    case 1: PTX_SM90("cp.async.bulk.wait_group 1;" : : : "memory"); break;
    case 2: PTX_SM90("cp.async.bulk.wait_group 2;" : : : "memory"); break;
    case 3: PTX_SM90("cp.async.bulk.wait_group 3;" : : : "memory"); break;
    default: PTX_SM90("cp.async.bulk.wait_group 0;" : : : "memory"); break;
    }
}

// The same, but only until their reads of shared memory are over: then it may be written again.
PTX_FUNCTION void bulk_wait_group_read(int n)
{
    switch (n) {
    case 1: PTX_SM90("cp.async.bulk.wait_group.read 1;" : : : "memory"); break;
    case 2: PTX_SM90("cp.async.bulk.wait_group.read 2;" : : : "memory"); break;
    case 3: PTX_SM90("cp.async.bulk.wait_group.read 3;" : : : "memory"); break;
    default: PTX_SM90("cp.async.bulk.wait_group.read 0;" : : : "memory"); break;
    }
}

#undef TMA_LOAD
#undef TMA_TO_SHARED

#endif
#endif
