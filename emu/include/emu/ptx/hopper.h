// SPDX-License-Identifier: MIT
//
// emu/ptx/hopper.h: PTX instructions of compute capability 9.0 (emucc/ptx/ptx_hopper.c) that need
// more than one call of the engine.
#ifndef EMU_PTX_HOPPER_H
#define EMU_PTX_HOPPER_H

#include "../device/cluster.h"
#include "memory.h"
#include "../device/warpgroup.h"

// ---- The copy engine ----------------------------------------------------------------------------

enum {
    emu_ptx_bulk_u32 = EMU_ADD_U32,
    emu_ptx_bulk_s32 = EMU_ADD_S32,
    emu_ptx_bulk_f16 = EMU_ADD_F16,
    emu_ptx_bulk_f32 = EMU_ADD_F32,
    emu_ptx_bulk_bf16 = EMU_ADD_BF16
};

template <class... C> EMU_INLINE struct emu_tma emu_ptx_box(uint64_t map, C... at)
{
    return {(const void *)(size_t)map, (int)sizeof...(at), {(int)at...}};
}
template <class... C>
EMU_INLINE void emu_ptx_tma_load(void *shared, void *barrier, uint64_t map, C... at)
{
    const struct emu_tma box = emu_ptx_box(map, at...);
    emu_tma_load(shared, &box, barrier);
}
template <class... C>
EMU_INLINE void emu_ptx_tma_multicast(void *shared, void *barrier, uint64_t blocks, uint64_t map,
                                      C... at)
{
    const struct emu_tma box = emu_ptx_box(map, at...);
    emu_tma_multicast(shared, &box, barrier, (unsigned)blocks & 0xFFFF);
}
template <class... C>
EMU_INLINE void emu_ptx_tma_store(const void *shared, int add, uint64_t map, C... at)
{
    const struct emu_tma box = emu_ptx_box(map, at...);
    emu_tma_store(&box, shared, add);
}

enum {
    emu_ptx_map_global_address = EMU_MAP_GLOBAL_ADDRESS,
    emu_ptx_map_rank = EMU_MAP_RANK,
    emu_ptx_map_box_dim = EMU_MAP_BOX_DIM,
    emu_ptx_map_global_dim = EMU_MAP_GLOBAL_DIM,
    emu_ptx_map_global_stride = EMU_MAP_GLOBAL_STRIDE,
    emu_ptx_map_element_stride = EMU_MAP_ELEMENT_STRIDE,
    emu_ptx_map_elemtype = EMU_MAP_ELEMTYPE,
    emu_ptx_map_interleave_layout = EMU_MAP_INTERLEAVE_LAYOUT,
    emu_ptx_map_swizzle_mode = EMU_MAP_SWIZZLE_MODE,
    emu_ptx_map_fill_mode = EMU_MAP_FILL_MODE,
    EMU_PTX_MAP_WORDS = 16
};

// Ordinary loads and stores of this thread.
EMU_INLINE void emu_ptx_tensormap_replace(void *map, int field, uint64_t of, uint64_t value)
{
    uint64_t words[EMU_PTX_MAP_WORDS];
    for (int i = 0; i < EMU_PTX_MAP_WORDS; i++)
        words[i] = emu_ptx_ld_<uint64_t>((const uint64_t *)map + i, 0);
    emu_tensormap_replace(words, (enum emu_map_field)field, (uint32_t)of, value);
    for (int i = 0; i < EMU_PTX_MAP_WORDS; i++)
        emu_ptx_st_<uint64_t>((uint64_t *)map + i, 0, words[i]);
}
// The warp copies a map from shared to global memory and publishes it.
EMU_INLINE void emu_ptx_tensormap_copy(void *to, const void *from)
{
    const unsigned lane =
        (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
    emu_syncwarp(0xFFFFFFFF);
    if (lane < EMU_PTX_MAP_WORDS)
        emu_ptx_st_<uint64_t>((uint64_t *)to + lane, 0,
                              emu_ptx_ld_<uint64_t>((const uint64_t *)from + lane, 0));
    emu_fence(EMU_SCOPE_DEVICE);
    emu_syncwarp(0xFFFFFFFF);
}

// ---- Clusters -----------------------------------------------------------------------------------

EMU_INLINE uint64_t emu_ptx_mapa(uint64_t address, uint32_t rank)
{
    return (uint64_t)(size_t)emu_cluster_map((const void *)(size_t)address, (int)rank);
}
EMU_INLINE uint32_t emu_ptx_mapa_shared(uint64_t address, uint32_t rank)
{
    return emu_shared_address(emu_cluster_map(emu_ptx_at_shared(address), (int)rank));
}
EMU_INLINE uint32_t emu_ptx_rank_of(const void *p)
{
    const uint32_t above = emu_shared_address(p) >> 24;
    return above ? above - 1 : (uint32_t)emu_cluster_rank();
}

// The store is made immediately; its bytes count at the barrier.
template <class T, class R> EMU_INLINE void emu_ptx_st_async(void *p, void *barrier, R value)
{
    emu_ptx_st_<T>(p, 0, value);
    emu_mbarrier_complete_tx(barrier, sizeof(T));
}
template <class T, class... R>
EMU_INLINE void emu_ptx_st_async_vector(void *p, void *barrier, R... values)
{
    emu_ptx_st_vector<T>(p, values...);
    emu_mbarrier_complete_tx(barrier, (int)(sizeof(T) * sizeof...(values)));
}

// ---- Warpgroups ---------------------------------------------------------------------------------

EMU_INLINE void emu_ptx_setmaxnreg_inc(int registers) { emu_setmaxnreg(registers, 1); }
EMU_INLINE void emu_ptx_setmaxnreg_dec(int registers) { emu_setmaxnreg(registers, 0); }

#endif
