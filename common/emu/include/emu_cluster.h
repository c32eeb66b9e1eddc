// SPDX-License-Identifier: MIT
//
// emu_cluster.h: clusters of blocks, mbarriers and the copy engine, which the twins of
// common/device/ptx/{mbarrier,tma,cluster}.h stand on.
#ifndef EMU_CLUSTER_H
#define EMU_CLUSTER_H

#include "emu.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Clusters -----------------------------------------------------------------------------------

int emu_cluster_rank(void);
int emu_cluster_blocks(void);
void emu_cluster_arrive(void);
void emu_cluster_wait(void);
void *emu_cluster_map(const void *shared, int rank); // the same place in that block

// ---- mbarriers ----------------------------------------------------------------------------------

void emu_mbarrier_init(void *barrier, int arrivals);
void emu_mbarrier_fence_init(void);
// One arrival, and `bytes` more to come (0: only the arrival).
void emu_mbarrier_arrive(void *barrier);
void emu_mbarrier_expect(void *barrier, int bytes);
int emu_mbarrier_parity(void *barrier);               // of the phase that is under way
void emu_mbarrier_drop(void *barrier);                // an arrival; later phases count one less
void emu_mbarrier_arrive_at(void *barrier, int rank); // of a block of the cluster
// Whether the phase of this parity is over; lets others run while it is not.
int emu_mbarrier_try_wait(void *barrier, int parity);
void emu_fence_proxy_async(void);

// ---- The copy engine ----------------------------------------------------------------------------

// A box at `dimensions` coordinates; by multicast to the blocks of a mask.
struct emu_tma {
    const void *map;
    int dimensions, at[3];
};
void emu_tma_load(void *shared, const struct emu_tma *box, void *barrier);
void emu_tma_multicast(void *shared, const struct emu_tma *box, void *barrier, unsigned blocks);
void emu_tma_store(const struct emu_tma *box, const void *shared, int add);
void emu_tma_map(const void *map); // looks at the map only
void emu_bulk_commit(void);
void emu_bulk_wait(int groups, int only_read);

#ifdef __cplusplus
}
#endif
#endif
