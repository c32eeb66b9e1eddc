// SPDX-License-Identifier: MIT
//
// cooperative_groups/scan.h: prefix sums over a tile or a coalesced group.
#ifndef EMU_COOPERATIVE_GROUPS_SCAN_H
#define EMU_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"
#include "functional.h"

namespace cooperative_groups
{

namespace emu_detail
{

// Returns the value of the thread `delta` ranks before, or the thread's own.
template <class Value>
EMU_CG Value from_before(const coalesced_group &group, Value value, unsigned delta)
{
    return group.shfl_up(value, delta);
}
template <unsigned int Size, class Value>
EMU_CG Value from_before(const tile<Size, true> &group, Value value, unsigned delta)
{
    return group.shfl_up(value, delta);
}
template <unsigned int Size, class Value>
EMU_CG Value from_before(const tile<Size, false> &group, Value value, unsigned delta)
{
    const unsigned rank = group.thread_rank();
    return group.shfl(value, (int)(rank < delta ? rank : rank - delta));
}

// Atomically: to = op(to, value). Returns the old value.
template <class Atomic, class Value, class Op>
EMU_CG Value update(Atomic &to, const Value &value, Op op)
{
    Value old = to.load();
    while (!to.compare_exchange_weak(old, op(old, value)))
        ;
    return old;
}

} // namespace emu_detail

// Hillis-Steele scan: after the step with distance d each thread holds the result over its 2d
// nearest predecessors.
template <class Group, class Value, class Op>
EMU_CG Value inclusive_scan(const Group &group, Value value, Op op)
{
    const unsigned rank = (unsigned)group.thread_rank();
    for (unsigned d = 1; d < group.num_threads(); d *= 2) {
        const Value before = emu_detail::from_before(group, value, d);
        if (rank >= d)
            value = op(before, value);
    }
    return value;
}
template <class Group, class Value> EMU_CG Value inclusive_scan(const Group &group, Value value)
{
    return inclusive_scan(group, value, plus<Value>());
}

// Without the thread's own value; the first thread returns Value().
template <class Group, class Value, class Op>
EMU_CG Value exclusive_scan(const Group &group, Value value, Op op)
{
    const Value before = emu_detail::from_before(group, inclusive_scan(group, value, op), 1);
    return group.thread_rank() == 0 ? Value() : before;
}
template <class Group, class Value> EMU_CG Value exclusive_scan(const Group &group, Value value)
{
    return exclusive_scan(group, value, plus<Value>());
}

// The scan continues the value of an atomic object, and the group's result is added to the object:
// as if the threads had updated it one after another.
template <class Group, class Atomic, class Value, class Op>
EMU_CG Value inclusive_scan_update(const Group &group, Atomic &to, Value value, Op op)
{
    const unsigned last = (unsigned)group.num_threads() - 1;
    value = inclusive_scan(group, value, op);
    Value old = value;
    if (group.thread_rank() == last)
        old = emu_detail::update(to, value, op);
    return op(group.shfl(old, (int)last), value);
}
template <class Group, class Atomic, class Value, class Op>
EMU_CG Value exclusive_scan_update(const Group &group, Atomic &to, Value value, Op op)
{
    const unsigned last = (unsigned)group.num_threads() - 1;
    const Value scanned = inclusive_scan(group, value, op);
    const Value before = emu_detail::from_before(group, scanned, 1);
    Value old = value;
    if (group.thread_rank() == last)
        old = emu_detail::update(to, scanned, op);
    old = group.shfl(old, (int)last);
    return group.thread_rank() == 0 ? old : op(old, before);
}

} // namespace cooperative_groups

#endif
