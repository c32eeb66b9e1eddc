// SPDX-License-Identifier: MIT
//
// bad_pointer.h: explains an invalid pointer of a kernel: which array or pointer was meant?
#ifndef BAD_POINTER_H
#define BAD_POINTER_H

#include "../memory/memory.h"
#include "../base/base.h"

// The allocation nearest to the address among the arrays passed as kernel arguments; NULL if no
// argument points to an allocation.
const struct allocation *bad_pointer_nearest_argument(const struct launch *launch,
                                                      uintptr_t address);
// Is the address a null pointer, or an element of an array whose argument is a null pointer?
bool bad_pointer_is_null(const struct launch *launch, uintptr_t address);
// Is there memory of the host program at this address?
bool bad_pointer_is_host_memory(uintptr_t address);
// If the address is in memory of a GPU that the kernel's GPU has no access to: reports it and ends
// the launch. what: "read".
void bad_pointer_to_closed_peer(uintptr_t address, size_t size, const char *what, const char *pc);

#endif
