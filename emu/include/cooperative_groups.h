// SPDX-License-Identifier: MIT
//
// cooperative_groups.h: CUDA's cooperative groups: thread_block, tiles, coalesced groups, the
// cluster and the grid. reduce and scan are in cooperative_groups/.
//
// A tile of one warp and a coalesced group are both sets of lanes of one warp: a mask. A tile's
// lanes are consecutive, so its shuffles use the warp's own width argument. A coalesced group's
// lanes may have gaps, so a rank must first be converted to a lane.
#ifndef EMU_COOPERATIVE_GROUPS_H
#define EMU_COOPERATIVE_GROUPS_H

#include "emu/device/cluster_group.h"
#include "emu/device/warp_tile.h"

namespace cooperative_groups
{

// ---- thread_block -------------------------------------------------------------------------------

class thread_block : public thread_group
{
    EMU_CG thread_block() : thread_group(emu_detail::of_block, 0, 0, 1) {}
    friend thread_block this_thread_block();

  public:
    struct arrival_token {
    };

    static EMU_CG void sync() { emu_syncthreads(); }
    static EMU_CG unsigned thread_rank() { return emu_detail::rank_in_block(); }
    static EMU_CG unsigned num_threads() { return emu_detail::block_size(); }
    static EMU_CG unsigned size() { return emu_detail::block_size(); }
    static EMU_CG dim3 group_index() { return ::blockIdx; }
    static EMU_CG dim3 thread_index() { return ::threadIdx; }
    static EMU_CG dim3 group_dim() { return ::blockDim; }
    static EMU_CG dim3 dim_threads() { return ::blockDim; }
    // The whole barrier is in the wait: a stricter order than CUDA's, with the same results.
    EMU_CG arrival_token barrier_arrive() const { return arrival_token(); }
    EMU_CG void barrier_wait(arrival_token &&) const { emu_syncthreads(); }
};

EMU_CG thread_block this_thread_block() { return thread_block(); }

// Tiles of several warps exchange values through this shared memory on some GPUs; here they do not.
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
    unsigned long long scratch[MaxBlockSize / 32 + 1];
};
template <unsigned int MaxBlockSize>
EMU_CG thread_block this_thread_block(block_tile_memory<MaxBlockSize> &)
{
    return this_thread_block();
}

// ---- grid_group ---------------------------------------------------------------------------------

// sync() needs a cooperative launch.
class grid_group : public thread_group
{
    EMU_CG grid_group() : thread_group(emu_detail::of_grid, 0, 0, 1) {}
    friend grid_group this_grid();

  public:
    struct arrival_token {
    };

    EMU_CG bool is_valid() const { return true; }
    EMU_CG void sync() const { emu_grid_sync(); }
    EMU_CG arrival_token barrier_arrive() const { return arrival_token(); }
    EMU_CG void barrier_wait(arrival_token &&) const { emu_grid_sync(); }
    static EMU_CG dim3 group_dim() { return ::gridDim; }
    static EMU_CG dim3 dim_blocks() { return ::gridDim; }
    static EMU_CG dim3 dim_threads()
    {
        const dim3 g = ::gridDim, b = ::blockDim;
        return dim3(g.x * b.x, g.y * b.y, g.z * b.z);
    }
    static EMU_CG dim3 block_index() { return ::blockIdx; }
    static EMU_CG dim3 thread_index()
    {
        const uint3 g = ::blockIdx, t = ::threadIdx;
        const dim3 b = ::blockDim;
        return dim3(g.x * b.x + t.x, g.y * b.y + t.y, g.z * b.z + t.z);
    }
    static EMU_CG unsigned long long num_blocks()
    {
        const dim3 g = ::gridDim;
        return (unsigned long long)g.x * g.y * g.z;
    }
    static EMU_CG unsigned long long block_rank()
    {
        const dim3 g = ::gridDim;
        const uint3 b = ::blockIdx;
        return ((unsigned long long)b.z * g.y + b.y) * g.x + b.x;
    }
    static EMU_CG dim3 dim_clusters()
    {
        const dim3 g = ::gridDim, n = cluster_group::dim_blocks();
        return dim3(g.x / n.x, g.y / n.y, g.z / n.z);
    }
    static EMU_CG dim3 cluster_index()
    {
        const uint3 b = ::blockIdx;
        const dim3 n = cluster_group::dim_blocks();
        return dim3(b.x / n.x, b.y / n.y, b.z / n.z);
    }
    static EMU_CG unsigned long long num_clusters()
    {
        return num_blocks() / cluster_group::num_blocks();
    }
    static EMU_CG unsigned long long cluster_rank()
    {
        const dim3 c = cluster_index(), g = dim_clusters();
        return ((unsigned long long)c.z * g.y + c.y) * g.x + c.x;
    }
    static EMU_CG unsigned long long num_threads()
    {
        return num_blocks() * emu_detail::block_size();
    }
    static EMU_CG unsigned long long size() { return num_threads(); }
    static EMU_CG unsigned long long thread_rank()
    {
        return block_rank() * emu_detail::block_size() + emu_detail::rank_in_block();
    }
};

EMU_CG grid_group this_grid() { return grid_group(); }

EMU_CG unsigned long long thread_group::thread_rank() const
{
    if (kind == emu_detail::of_block)
        return emu_detail::rank_in_block();
    if (kind == emu_detail::of_grid)
        return grid_group::thread_rank();
    if (kind == emu_detail::of_cluster)
        return cluster_group::thread_rank();
    return emu_detail::count(emu_detail::lanes_below(mask, emu_detail::lane()));
}

EMU_CG unsigned long long thread_group::num_threads() const
{
    if (kind == emu_detail::of_block)
        return emu_detail::block_size();
    if (kind == emu_detail::of_grid)
        return grid_group::num_threads();
    if (kind == emu_detail::of_cluster)
        return cluster_group::num_threads();
    return emu_detail::count(mask);
}

// ---- coalesced_group: some lanes of a warp ------------------------------------------------------

class coalesced_group : public thread_group
{
    EMU_CG coalesced_group(unsigned lanes, unsigned rank, unsigned size)
        : thread_group(emu_detail::of_lanes, lanes, rank, size)
    {
    }
    friend coalesced_group coalesced_threads();
    friend coalesced_group tiled_partition(const coalesced_group &parent, unsigned size);
    template <class Group>
    friend coalesced_group binary_partition(const Group &parent, bool predicate);
    template <class Group, class Value>
    friend coalesced_group labeled_partition(const Group &parent, Value label);

  public:
    EMU_CG void sync() const { emu_syncwarp(mask); }
    EMU_CG unsigned num_threads() const { return emu_detail::count(mask); }
    EMU_CG unsigned size() const { return num_threads(); }
    EMU_CG unsigned thread_rank() const
    {
        return emu_detail::count(emu_detail::lanes_below(mask, emu_detail::lane()));
    }
    EMU_CG unsigned meta_group_rank() const { return meta_rank; }
    EMU_CG unsigned meta_group_size() const { return meta_size; }
    EMU_CG unsigned get_mask() const { return mask; }

    template <class Value> EMU_CG Value shfl(Value value, unsigned rank) const
    {
        return from_lane(value, emu_detail::lane_of_rank(mask, rank));
    }
    // If there is no such rank, a thread keeps its own value.
    template <class Value> EMU_CG Value shfl_up(Value value, unsigned delta) const
    {
        const unsigned rank = thread_rank();
        return shfl(value, rank < delta ? rank : rank - delta);
    }
    template <class Value> EMU_CG Value shfl_down(Value value, unsigned delta) const
    {
        const unsigned rank = thread_rank();
        return shfl(value, rank + delta >= num_threads() ? rank : rank + delta);
    }
    EMU_CG int any(int predicate) const { return (int)emu_vote(EMU_VOTE_ANY, mask, predicate); }
    EMU_CG int all(int predicate) const { return (int)emu_vote(EMU_VOTE_ALL, mask, predicate); }
    EMU_CG unsigned ballot(int predicate) const
    {
        return emu_detail::lanes_to_ranks(emu_vote(EMU_VOTE_BALLOT, mask, predicate), mask);
    }
    template <class Value> EMU_CG unsigned match_any(Value value) const
    {
        return emu_detail::lanes_to_ranks(emu_match_any(mask, emu_detail::match_bits(value)), mask);
    }
    template <class Value> EMU_CG unsigned match_all(Value value, int &predicate) const
    {
        return emu_detail::lanes_to_ranks(
            emu_match_all(mask, emu_detail::match_bits(value), &predicate), mask);
    }

  private:
    template <class Value> EMU_CG Value from_lane(const Value &value, int lane) const
    {
        return emu_detail::shuffle(EMU_SHFL_IDX, mask, value, lane, 32);
    }
};

// The lanes that execute this call together.
EMU_CG coalesced_group coalesced_threads() { return coalesced_group(emu_activemask(), 0, 1); }

// ---- Tiles --------------------------------------------------------------------------------------

template <unsigned int Size>
EMU_CG thread_block_tile<Size, thread_block> tiled_partition(const thread_block &parent)
{
    return thread_block_tile<Size, thread_block>(parent);
}

template <unsigned int Size, unsigned int ParentSize, class GrandParentT>
EMU_CG thread_block_tile<Size, thread_block_tile<ParentSize, GrandParentT>>
tiled_partition(const thread_block_tile<ParentSize, GrandParentT> &parent)
{
    static_assert(Size <= ParentSize, "a tile is no larger than what it is a part of");
    return thread_block_tile<Size, thread_block_tile<ParentSize, GrandParentT>>(parent);
}

EMU_CG thread_block_tile<1, void> this_thread() { return thread_block_tile<1, void>(0, 1); }

// ---- Partitions whose size is only known at run time --------------------------------------------

EMU_CG coalesced_group tiled_partition(const coalesced_group &parent, unsigned size)
{
    // Members by rank: skip those of the previous tiles, take `size`.
    const unsigned tile = parent.thread_rank() / size;
    unsigned lanes = 0, rank = 0;
    for (unsigned rest = parent.mask; rest; rest &= rest - 1, rank++)
        if (rank / size == tile)
            lanes |= rest & -rest;
    return coalesced_group(lanes, tile, (parent.num_threads() + size - 1) / size);
}

EMU_CG thread_group tiled_partition(const thread_group &parent, unsigned size)
{
    const unsigned rank = (unsigned)parent.thread_rank(), all = (unsigned)parent.num_threads();
    const unsigned tile = rank / size, left = all - tile * size;
    unsigned lanes;
    if (parent.kind == emu_detail::of_lanes) {
        const unsigned first = (unsigned)__builtin_ctz(parent.mask) + tile * size;
        lanes = parent.mask & emu_detail::lanes_from(first, size);
    } else {
        lanes = emu_detail::lanes_from(emu_detail::lane() & ~(size - 1), left < size ? left : size);
    }
    return thread_group(emu_detail::of_lanes, lanes, tile, (all + size - 1) / size);
}

// Two groups: the members with the predicate and those without.
template <class Group> EMU_CG coalesced_group binary_partition(const Group &parent, bool predicate)
{
    const unsigned all = parent.get_mask(), yes = emu_vote(EMU_VOTE_BALLOT, all, predicate);
    if (yes == 0 || yes == all)
        return coalesced_group(all, 0, 1);
    return predicate ? coalesced_group(yes, 1, 2) : coalesced_group(all & ~yes, 0, 2);
}

// One group for each value of the label, in the order of their lowest lanes.
template <class Group, class Value>
EMU_CG coalesced_group labeled_partition(const Group &parent, Value label)
{
    const unsigned all = parent.get_mask();
    const unsigned mine = emu_match_any(all, emu_detail::match_bits(label));
    const unsigned first = (unsigned)__builtin_ctz(mine);
    const unsigned firsts = emu_vote(EMU_VOTE_BALLOT, all, emu_detail::lane() == first);
    return coalesced_group(mine, emu_detail::count(emu_detail::lanes_below(firsts, first)),
                           emu_detail::count(firsts));
}

// ---- The same as functions ----------------------------------------------------------------------

template <class Group> EMU_CG void sync(const Group &group) { group.sync(); }
template <class Group> EMU_CG auto thread_rank(const Group &group) -> decltype(group.thread_rank())
{
    return group.thread_rank();
}
template <class Group> EMU_CG auto group_size(const Group &group) -> decltype(group.num_threads())
{
    return group.num_threads();
}

// Calls f in one thread of the group.
template <class Group, class Function> EMU_CG void invoke_one(const Group &group, Function &&f)
{
    if (group.thread_rank() == 0)
        f();
}

// As above, and returns the result in all threads of the group.
template <class Group, class Function>
EMU_CG auto invoke_one_broadcast(const Group &group, Function &&f) -> decltype(f())
{
    decltype(f()) result = {};
    if (group.thread_rank() == 0)
        result = f();
    return group.shfl(result, 0);
}

// Names that were in a separate namespace in CUDA 11.
namespace experimental
{
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
using cooperative_groups::tiled_partition;
} // namespace experimental

} // namespace cooperative_groups

#endif
