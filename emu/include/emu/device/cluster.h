// SPDX-License-Identifier: MIT
//
// emu/device/cluster.h: clusters of blocks, mbarriers and the copy engine, for
// emu_ptx_{mbarrier,tma,cluster}.h.
#ifndef EMU_CLUSTER_H
#define EMU_CLUSTER_H

#include "../../emu.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Clusters -----------------------------------------------------------------------------------

int emu_cluster_rank(void);
int emu_cluster_blocks(void);
unsigned emu_cluster_dim(int axis); // in blocks along x (0), y, z
void emu_cluster_arrive(void);
void emu_cluster_wait(void);
void *emu_cluster_map(const void *shared, int rank); // the same variable of that block

// ---- mbarriers ----------------------------------------------------------------------------------

void emu_mbarrier_init(void *barrier, int arrivals);
void emu_mbarrier_fence_init(void);
// One arrival. The second also expects `bytes` (0: only the arrival).
void emu_mbarrier_arrive(void *barrier);
void emu_mbarrier_expect(void *barrier, int bytes);
int emu_mbarrier_parity(void *barrier);               // of the current phase
void emu_mbarrier_arrive_at(void *barrier, int rank); // at the mbarrier of another block of the
                                                      // cluster
// The forms of inline PTX: the barrier may be in another block of the cluster, and an arrival
// returns a state: the phase in which it counted, and in the upper half how many were missing
// before.
uint64_t emu_mbarrier_arrive_many(void *barrier, int arrivals);
uint64_t emu_mbarrier_arrive_drop(void *barrier, int arrivals); // and expects one arrival less in
                                                                // later phases
uint64_t emu_mbarrier_arrive_expect(void *barrier, int bytes);
// An arrival that must not complete the phase; drops: later phases expect that many less.
uint64_t emu_mbarrier_arrive_no_complete(void *barrier, int arrivals, int drops);
void emu_mbarrier_expect_tx(void *barrier, int bytes); // without an arrival
void emu_mbarrier_complete_tx(void *barrier, int bytes);
void emu_mbarrier_arrive_copies(void *barrier, int counted); // when this thread's cp.async are
                                                             // complete
void emu_mbarrier_inval(void *barrier);
// Returns whether the phase of this parity is complete. Lets other threads run if it is not.
int emu_mbarrier_try_wait(void *barrier, int parity);
void emu_fence_proxy_async(void);
void emu_fence_proxy_async_global(void); // covers global memory alone
// fence.proxy.tensormap::generic.acquire: the block may use the map, which is in global memory.
void emu_fence_proxy_tensormap(const void *map);

// ---- The copy engine ----------------------------------------------------------------------------

// A box at `dimensions` coordinates; with multicast to the blocks of a mask.
struct emu_tma {
    const void *map;
    int dimensions, at[5];
};
void emu_tma_load(void *shared, const struct emu_tma *box, void *barrier);
void emu_tma_multicast(void *shared, const struct emu_tma *box, void *barrier, unsigned blocks);
void emu_tma_store(const struct emu_tma *box, const void *shared, int add);
void emu_tma_map(const void *map); // only prefetches the map
// tensormap.replace: changes a field of the map in words[0] to words[15]. `of`: a dimension, from
// 0.
enum emu_map_field {
    EMU_MAP_GLOBAL_ADDRESS,
    EMU_MAP_RANK, // the number of dimensions less 1
    EMU_MAP_BOX_DIM,
    EMU_MAP_GLOBAL_DIM,
    EMU_MAP_GLOBAL_STRIDE, // in bytes, of dimension `of` + 1
    EMU_MAP_ELEMENT_STRIDE,
    EMU_MAP_ELEMTYPE,
    EMU_MAP_INTERLEAVE_LAYOUT,
    EMU_MAP_SWIZZLE_MODE,
    EMU_MAP_FILL_MODE
};
void emu_tensormap_replace(uint64_t *words, enum emu_map_field field, uint32_t of, uint64_t value);
// Copies `bytes` without a map. The size and the addresses are multiples of 16. blocks 0: to this
// block.
void emu_bulk_load(void *shared, const void *global, uint32_t bytes, void *barrier,
                   unsigned blocks);
// From this block's shared memory to that of a block of the cluster, which has the barrier, too.
void emu_bulk_send(void *to, const void *from, uint32_t bytes, void *barrier);
void emu_bulk_store(void *global, const void *shared, uint32_t bytes);
// Adds elements. The types have the numbers that tensor maps give them.
enum emu_bulk_type { EMU_ADD_U32 = 2, EMU_ADD_S32, EMU_ADD_F16 = 6, EMU_ADD_F32, EMU_ADD_BF16 = 9 };
void emu_bulk_add(void *global, const void *shared, uint32_t bytes, enum emu_bulk_type type);
void emu_bulk_commit(void);
void emu_bulk_wait(int groups, int only_read);

#ifdef __cplusplus
}
#endif
#endif
