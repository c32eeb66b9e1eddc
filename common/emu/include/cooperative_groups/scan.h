// SPDX-License-Identifier: MIT
//
// cooperative_groups/scan.h: prefix sums over a tile or a coalesced group.
#ifndef EMU_COOPERATIVE_GROUPS_SCAN_H
#define EMU_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"
#include "functional.h"

namespace cooperative_groups
{

// Hillis and Steele's scan: after the step with distance d each thread holds the result over its
// 2d nearest predecessors.
template <class Group, class Value, class Op>
EMU_CG Value inclusive_scan(const Group &group, Value value, Op op)
{
    const unsigned rank = (unsigned)group.thread_rank();
    for (unsigned d = 1; d < group.num_threads(); d *= 2) {
        const Value before = group.shfl_up(value, d);
        if (rank >= d)
            value = op(value, before);
    }
    return value;
}
template <class Group, class Value> EMU_CG Value inclusive_scan(const Group &group, Value value)
{
    return inclusive_scan(group, value, plus<Value>());
}

// Without the thread's own value; the first thread gets Value().
template <class Group, class Value, class Op>
EMU_CG Value exclusive_scan(const Group &group, Value value, Op op)
{
    const Value before = group.shfl_up(inclusive_scan(group, value, op), 1);
    return group.thread_rank() == 0 ? Value() : before;
}
template <class Group, class Value> EMU_CG Value exclusive_scan(const Group &group, Value value)
{
    return exclusive_scan(group, value, plus<Value>());
}

} // namespace cooperative_groups

#endif
