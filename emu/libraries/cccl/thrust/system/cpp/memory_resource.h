// SPDX-License-Identifier: MIT
//
// memory_resource.h: found before Thrust's own file of this name, so that device_vector gets memory
// that kernels may access.
#ifndef EMU_THRUST_MEMORY_RESOURCE_H
#define EMU_THRUST_MEMORY_RESOURCE_H

#include <thrust/detail/config.h>
#include <thrust/mr/new.h>

#include <new>

#include "emu_thrust.h"

THRUST_NAMESPACE_BEGIN
namespace mr
{
class emu_device_resource final : public memory_resource<>
{
  public:
    void *do_allocate(std::size_t bytes, std::size_t) override
    {
        void *p = emu_thrust_allocate(bytes);
        if (!p && bytes)
            throw std::bad_alloc();
        return p;
    }
    void do_deallocate(void *p, std::size_t, std::size_t) override { emu_thrust_free(p); }
};
} // namespace mr
THRUST_NAMESPACE_END

#define new_delete_resource emu_device_resource
#include_next <thrust/system/cpp/memory_resource.h>
#undef new_delete_resource
#endif
