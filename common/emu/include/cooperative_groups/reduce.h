// SPDX-License-Identifier: MIT
//
// cooperative_groups/reduce.h: the sum, minimum ... of the values of a tile or a coalesced group,
// handed to every member.
#ifndef EMU_COOPERATIVE_GROUPS_REDUCE_H
#define EMU_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"
#include "functional.h"
#include "scan.h"

namespace cooperative_groups
{

// A butterfly: partners at distance Size/2, Size/4 ... 1 exchange what they have. The order of the
// operations is NVIDIA's, so that sums of floats agree.
template <unsigned int Size, class ParentT, class Value, class Op>
EMU_CG Value reduce(const thread_block_tile<Size, ParentT> &group, Value value, Op op)
{
    for (unsigned distance = Size / 2; distance > 0; distance /= 2)
        value = op(value, group.shfl_xor(value, distance));
    return value;
}

// Any number of members: the last one's inclusive scan.
template <class Value, class Op>
EMU_CG Value reduce(const coalesced_group &group, Value value, Op op)
{
    return group.shfl(inclusive_scan(group, value, op), group.num_threads() - 1);
}

} // namespace cooperative_groups

#endif
