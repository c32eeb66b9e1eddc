// SPDX-License-Identifier: MIT
//
// cooperative_groups/memcpy_async.h: a copy to shared memory made by a whole group together.
#ifndef EMU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define EMU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../emu_async.h"

namespace cooperative_groups
{

// Each thread copies every num_threads()-th piece of 16 bytes, or of the type where that is not
// possible.
template <class Group, class Value>
EMU_CG void memcpy_async(const Group &group, Value *to, const Value *from, size_t bytes)
{
    const size_t rank = (size_t)group.thread_rank(), threads = (size_t)group.num_threads();
    const bool wide = ((uintptr_t)to | (uintptr_t)from | bytes) % 16 == 0;
    const size_t piece = wide ? 16 : sizeof(Value);
    for (size_t i = rank * piece; i < bytes; i += threads * piece)
        emu_copy_async((char *)to + i, (const char *)from + i, piece);
    emu_commit_async();
}

// With the number of elements that there is room for and that there are: the smaller counts.
template <class Group, class Value>
EMU_CG void memcpy_async(const Group &group, Value *to, size_t room, const Value *from,
                         size_t elements)
{
    memcpy_async(group, to, from, sizeof(Value) * (room < elements ? room : elements));
}

// Waits for all the group's copies, or for all but the latest `Stages`, and for the group.
template <class Group> EMU_CG void wait(const Group &group)
{
    emu_wait_async(0);
    group.sync();
}
template <unsigned int Stages, class Group> EMU_CG void wait_prior(const Group &group)
{
    emu_wait_async(Stages);
    group.sync();
}

} // namespace cooperative_groups

#endif
