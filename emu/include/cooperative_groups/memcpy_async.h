// SPDX-License-Identifier: MIT
//
// cooperative_groups/memcpy_async.h: a copy to shared memory by all threads of a group together.
#ifndef EMU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define EMU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../emu/device/async.h"

namespace cooperative_groups
{

namespace emu_detail
{
// A piece that cp.async cannot copy because of its size or memory space is copied synchronously.
EMU_CG void copy_plainly(char *to, const char *from, size_t bytes)
{
    const uintptr_t fit = (uintptr_t)to | (uintptr_t)from | bytes;
    if (fit % 4 == 0)
        for (size_t i = 0; i < bytes; i += 4)
            *(int *)(to + i) = *(const int *)(from + i);
    else
        for (size_t i = 0; i < bytes; i++)
            to[i] = from[i];
}

// Starts the group's copy without committing it. Each thread copies every num_threads()-th piece.
// The pieces have the largest size of 16, 8 or 4 bytes that both addresses and the size allow.
template <class Group>
EMU_CG void start_copy(const Group &group, void *to, const void *from, size_t bytes)
{
    const size_t rank = (size_t)group.thread_rank(), threads = (size_t)group.num_threads();
    const uintptr_t fit = (uintptr_t)to | (uintptr_t)from | bytes;
    const int piece = fit % 16 == 0 ? 16 : fit % 8 == 0 ? 8 : 4;
    const bool plainly = fit % 4 != 0 || emu_space_of(to) != EMU_SPACE_SHARED ||
                         emu_space_of(from) != EMU_SPACE_GLOBAL;
    for (size_t i = rank * piece; i < bytes; i += threads * piece) {
        char *t = (char *)to + i;
        const char *f = (const char *)from + i;
        if (plainly)
            copy_plainly(t, f, bytes - i < (size_t)piece ? bytes - i : (size_t)piece);
        else
            emu_async_copy(t, f, piece, piece, piece == 16);
    }
}
} // namespace emu_detail

template <class Group, class Value>
EMU_CG void memcpy_async(const Group &group, Value *to, const Value *from, size_t bytes)
{
    emu_detail::start_copy(group, to, from, bytes);
    emu_async_commit();
}

// Takes the number of elements of the destination and of the source, and copies the smaller one.
template <class Group, class Value>
EMU_CG void memcpy_async(const Group &group, Value *to, size_t room, const Value *from,
                         size_t elements)
{
    memcpy_async(group, to, from, sizeof(Value) * (room < elements ? room : elements));
}

// Waits for all the group's copies, or for all but the latest `Stages`, then synchronizes the
// group.
template <class Group> EMU_CG void wait(const Group &group)
{
    emu_async_wait(0);
    group.sync();
}
template <unsigned int Stages, class Group> EMU_CG void wait_prior(const Group &group)
{
    emu_async_wait(Stages < ASYNC_MOST_GROUPS ? Stages : ASYNC_MOST_GROUPS);
    group.sync();
}

} // namespace cooperative_groups

#endif
