// SPDX-License-Identifier: MIT
//
// emu/ptx/tma.h: bulk tensor copies, one function each (PTX ISA: cp.async.bulk.tensor).
#ifndef EMU_PTX_TMA_H
#define EMU_PTX_TMA_H

#include "../../cuda.h"
#include "../device/cluster.h"

EMU_INLINE void tma_prefetch_map(const CUtensorMap *map) { emu_tma_map(map); }

enum tma_keep { TMA_KEEP_NORMAL, TMA_EVICT_FIRST, TMA_EVICT_LAST };

EMU_INLINE void tma_load_1d(void *shared, const CUtensorMap *map, uint64_t *barrier, int x)
{
    const struct emu_tma box = {map, 1, {x, 0, 0}};
    emu_tma_load(shared, &box, barrier);
}
EMU_INLINE void tma_load_2d(void *shared, const CUtensorMap *map, uint64_t *barrier, int x, int y)
{
    const struct emu_tma box = {map, 2, {x, y, 0}};
    emu_tma_load(shared, &box, barrier);
}
EMU_INLINE void tma_load_3d(void *shared, const CUtensorMap *map, uint64_t *barrier, int x, int y,
                            int z)
{
    const struct emu_tma box = {map, 3, {x, y, z}};
    emu_tma_load(shared, &box, barrier);
}
EMU_INLINE void tma_load_2d_keep(void *shared, const CUtensorMap *map, uint64_t *barrier, int x,
                                 int y, enum tma_keep keep)
{
    (void)keep; // there is no L2
    tma_load_2d(shared, map, barrier, x, y);
}
EMU_INLINE void tma_load_2d_multicast(void *shared, const CUtensorMap *map, uint64_t *barrier,
                                      int x, int y, unsigned blocks)
{
    const struct emu_tma box = {map, 2, {x, y, 0}};
    emu_tma_multicast(shared, &box, barrier, blocks);
}
EMU_INLINE void tma_load_3d_multicast(void *shared, const CUtensorMap *map, uint64_t *barrier,
                                      int x, int y, int z, unsigned blocks)
{
    const struct emu_tma box = {map, 3, {x, y, z}};
    emu_tma_multicast(shared, &box, barrier, blocks);
}

EMU_INLINE void tma_store_2d(const CUtensorMap *map, const void *shared, int x, int y)
{
    const struct emu_tma box = {map, 2, {x, y, 0}};
    emu_tma_store(&box, shared, 0);
}
EMU_INLINE void tma_store_3d(const CUtensorMap *map, const void *shared, int x, int y, int z)
{
    const struct emu_tma box = {map, 3, {x, y, z}};
    emu_tma_store(&box, shared, 0);
}
EMU_INLINE void tma_reduce_add_2d(const CUtensorMap *map, const void *shared, int x, int y)
{
    const struct emu_tma box = {map, 2, {x, y, 0}};
    emu_tma_store(&box, shared, 1);
}
EMU_INLINE void bulk_commit_group(void) { emu_bulk_commit(); }
EMU_INLINE void bulk_wait_group(int n) { emu_bulk_wait(n, 0); }
EMU_INLINE void bulk_wait_group_read(int n) { emu_bulk_wait(n, 1); }

#endif
