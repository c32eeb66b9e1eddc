// SPDX-License-Identifier: MIT
//
// bad_pointer.h: a pointer of a kernel that leads to nothing a kernel may touch: what was meant?
#ifndef WILD_H
#define WILD_H

#include "../memory/memory.h"
#include "../base/base.h"

// Of the arrays among the kernel's arguments the one nearest to the address; NULL: none is one.
const struct allocation *bad_pointer_nearest_argument(const struct launch *launch,
                                                      uintptr_t address);
// Is it a null pointer, or an element of an argument that is one?
bool bad_pointer_is_null(const struct launch *launch, uintptr_t address);
// Does memory of the host program lie there?
bool bad_pointer_is_host_memory(uintptr_t address);

#endif
