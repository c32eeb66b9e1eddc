// SPDX-License-Identifier: MIT
//
// emu/ptx/cluster.h: clusters, one function for each instruction, named as in the PTX ISA.
#ifndef EMU_PTX_CLUSTER_H
#define EMU_PTX_CLUSTER_H

#include "../device/cluster.h"

EMU_INLINE int cluster_ctarank(void) { return emu_cluster_rank(); }
EMU_INLINE int cluster_nctarank(void) { return emu_cluster_blocks(); }
EMU_INLINE void barrier_cluster_arrive(void) { emu_cluster_arrive(); }
EMU_INLINE void barrier_cluster_arrive_relaxed(void) { emu_cluster_arrive(); }
EMU_INLINE void barrier_cluster_wait(void) { emu_cluster_wait(); }
EMU_INLINE void *cluster_map_shared(const void *shared, int rank)
{
    return emu_cluster_map(shared, rank);
}

#endif
