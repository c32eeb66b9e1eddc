// SPDX-License-Identifier: MIT
//
// emu/device/cluster_group.h: cluster_group, a part of cooperative_groups.h: the blocks of a
// cluster. Outside of a cluster launch a block is a cluster by itself.
#ifndef EMU_CLUSTER_GROUP_H
#define EMU_CLUSTER_GROUP_H

#include "thread_group.h"

namespace cooperative_groups
{

class cluster_group : public thread_group
{
    EMU_CG cluster_group() : thread_group(emu_detail::of_cluster, 0, 0, 1) {}
    friend cluster_group this_cluster();

  public:
    struct arrival_token {
    };

    static EMU_CG void sync()
    {
        emu_cluster_arrive();
        emu_cluster_wait();
    }
    EMU_CG arrival_token barrier_arrive() const
    {
        emu_cluster_arrive();
        return arrival_token();
    }
    EMU_CG void barrier_wait() const { emu_cluster_wait(); }
    EMU_CG void barrier_wait(arrival_token &&) const { emu_cluster_wait(); }

    static EMU_CG dim3 dim_blocks()
    {
        return dim3(emu_cluster_dim(0), emu_cluster_dim(1), emu_cluster_dim(2));
    }
    static EMU_CG dim3 block_index()
    {
        const uint3 b = ::blockIdx;
        const dim3 n = dim_blocks();
        return dim3(b.x % n.x, b.y % n.y, b.z % n.z);
    }
    static EMU_CG dim3 dim_threads()
    {
        const dim3 n = dim_blocks(), b = ::blockDim;
        return dim3(n.x * b.x, n.y * b.y, n.z * b.z);
    }
    static EMU_CG dim3 thread_index()
    {
        const dim3 i = block_index(), b = ::blockDim;
        const uint3 t = ::threadIdx;
        return dim3(i.x * b.x + t.x, i.y * b.y + t.y, i.z * b.z + t.z);
    }
    static EMU_CG unsigned num_blocks() { return (unsigned)emu_cluster_blocks(); }
    static EMU_CG unsigned block_rank() { return (unsigned)emu_cluster_rank(); }
    static EMU_CG unsigned num_threads() { return num_blocks() * emu_detail::block_size(); }
    static EMU_CG unsigned size() { return num_threads(); }
    static EMU_CG unsigned thread_rank()
    {
        return block_rank() * emu_detail::block_size() + emu_detail::rank_in_block();
    }

    // Returns the address of the same variable in another block's shared memory; and the block of
    // an address.
    template <class T> EMU_CG T *map_shared_rank(T *shared, int rank) const
    {
        return (T *)emu_cluster_map((const void *)shared, rank);
    }
    EMU_CG unsigned query_shared_rank(const void *shared) const
    {
        const unsigned above = emu_shared_address(shared) >> 24; // 0: this block's own
        return above ? above - 1 : block_rank();
    }
};

EMU_CG cluster_group this_cluster() { return cluster_group(); }

} // namespace cooperative_groups

#endif
