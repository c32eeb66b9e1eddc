// SPDX-License-Identifier: MIT
//
// cuda/emu_scope.h: thread scopes, aligned sizes, and copies by threads or groups: what
// <cuda/barrier>, <cuda/pipeline> and <cuda/atomic> of libcu++ share.
#ifndef EMU_CUDA_SCOPE_H
#define EMU_CUDA_SCOPE_H

#include <cstddef>
#include <type_traits>
#include <utility>

#include "../cooperative_groups/memcpy_async.h"
#include "../emu_async.h"

namespace cuda
{

enum thread_scope {
    thread_scope_system,
    thread_scope_device,
    thread_scope_block,
    thread_scope_thread = 10
};

template <size_t Alignment> struct aligned_size_t {
    static constexpr size_t align = Alignment;
    size_t value;
    EMU_CG explicit aligned_size_t(size_t size) : value(size) {}
    EMU_CG operator size_t() const { return value; }
};

namespace emu_detail
{
// One thread: the only member of its group.
struct alone {
    static EMU_CG unsigned thread_rank() { return 0; }
    static EMU_CG unsigned num_threads() { return 1; }
};

// Starts the group's copy, in no group of copies yet.
template <class Group>
EMU_CG void start_copy(const Group &group, void *to, const void *from, size_t bytes)
{
    const size_t rank = group.thread_rank(), threads = group.num_threads();
    const uintptr_t fit = (uintptr_t)to | (uintptr_t)from | bytes;
    const int piece = fit % 16 == 0 ? 16 : fit % 8 == 0 ? 8 : 4;
    const bool plainly = fit % 4 != 0 || emu_space_of(to) != EMU_SPACE_SHARED ||
                         emu_space_of(from) != EMU_SPACE_GLOBAL;
    for (size_t i = rank * piece; i < bytes; i += threads * piece) {
        char *t = (char *)to + i;
        const char *f = (const char *)from + i;
        if (plainly)
            cooperative_groups::emu_detail::copy_plainly(
                t, f, bytes - i < (size_t)piece ? bytes - i : (size_t)piece);
        else
            emu_async_copy(t, f, piece, piece, piece == 16);
    }
}
} // namespace emu_detail

} // namespace cuda

#endif
