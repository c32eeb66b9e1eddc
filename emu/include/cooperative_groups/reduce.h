// SPDX-License-Identifier: MIT
//
// cooperative_groups/reduce.h: the sum, minimum ... of the values of a tile or a coalesced group,
// returned in every member.
#ifndef EMU_COOPERATIVE_GROUPS_REDUCE_H
#define EMU_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"
#include "functional.h"
#include "scan.h"

namespace cooperative_groups
{

// A butterfly: partners at distance Size/2, Size/4 ... 1 exchange their partial results. The order
// of the operations is NVIDIA's, so that sums of floats are equal.
template <unsigned int Size, class Value, class Op>
EMU_CG Value reduce(const emu_detail::tile<Size, true> &group, Value value, Op op)
{
    for (unsigned distance = Size / 2; distance > 0; distance /= 2)
        value = op(value, group.shfl_xor(value, distance));
    return value;
}

// Of several warps: each warp separately, then their results in order.
template <unsigned int Size, class Value, class Op>
EMU_CG Value reduce(const emu_detail::tile<Size, false> &, Value value, Op op)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value = op(value, emu_detail::shuffle(EMU_SHFL_XOR, ~0u, value, distance, 32));
    const char *all = (const char *)emu_tile_exchange(Size, &value, sizeof value);
    emu_copy_bits(&value, all, sizeof value);
    for (unsigned i = 32; i < Size; i += 32) {
        Value next = value;
        emu_copy_bits(&next, all + i * sizeof value, sizeof value);
        value = op(value, next);
    }
    return value;
}

// Any number of members: the last one's inclusive scan.
template <class Value, class Op>
EMU_CG Value reduce(const coalesced_group &group, Value value, Op op)
{
    return group.shfl(inclusive_scan(group, value, op), group.num_threads() - 1);
}

// Stores the result, or adds it to an atomic object.
template <class Group, class Result, class Value, class Op>
EMU_CG void reduce_store_async(const Group &group, Result *to, Value value, Op op)
{
    value = reduce(group, value, op);
    if (group.thread_rank() == 0)
        *to = value;
}
template <class Group, class Atomic, class Value, class Op>
EMU_CG void reduce_update_async(const Group &group, Atomic &to, Value value, Op op)
{
    value = reduce(group, value, op);
    if (group.thread_rank() == 0)
        emu_detail::update(to, value, op);
}

} // namespace cooperative_groups

#endif
