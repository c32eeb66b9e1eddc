// SPDX-License-Identifier: MIT
//
// malloc_and_free.h: replaces Thrust's own file of this name, so that thrust::device_malloc and
// temporary buffers also get memory that kernels may access.
#pragma once
#include <thrust/detail/config.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/detail/sequential/execution_policy.h>

#include "emu_thrust.h"

THRUST_NAMESPACE_BEGIN
namespace system
{
namespace detail
{
namespace sequential
{
template <typename Policy> inline void *malloc(execution_policy<Policy> &, std::size_t bytes)
{
    return emu_thrust_allocate(bytes);
}
template <typename Policy, typename Pointer> inline void free(execution_policy<Policy> &, Pointer p)
{
    emu_thrust_free(thrust::raw_pointer_cast(p));
}
} // namespace sequential
} // namespace detail
} // namespace system
THRUST_NAMESPACE_END
