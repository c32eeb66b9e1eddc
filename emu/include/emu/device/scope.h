// SPDX-License-Identifier: MIT
//
// emu/device/scope.h: thread scopes, aligned sizes, and copies by threads or groups: what
// <cuda/barrier>, <cuda/pipeline> and <cuda/atomic> of libcu++ share.
#ifndef EMU_CUDA_SCOPE_H
#define EMU_CUDA_SCOPE_H

#include <cstddef>
#include <type_traits>
#include <utility>

#include "../../cooperative_groups/memcpy_async.h"
#include "async.h"

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

using cooperative_groups::emu_detail::start_copy;
} // namespace emu_detail

} // namespace cuda

#endif
