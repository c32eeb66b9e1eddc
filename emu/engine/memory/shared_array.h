// SPDX-License-Identifier: MIT
//
// shared_array.h: which __shared__ array lies where.
#ifndef SHARED_ARRAY_H
#define SHARED_ARRAY_H

#include "../base/base.h"

// The static array at or before an offset of the window, as an index into launch->sites; -1: none.
int shared_site_at(const struct launch *launch, uintptr_t offset);
// The name of the array that an address of the block's shared memory lies in; NULL: dynamic.
const char *shared_array_at(const struct block *block, uintptr_t address);

#endif
