// SPDX-License-Identifier: MIT
//
// shared_array.h: finds the __shared__ array at an address.
#ifndef SHARED_ARRAY_H
#define SHARED_ARRAY_H

#include "../base/base.h"

// The static array at or before an offset of the window, as an index into launch->sites; -1: none.
int shared_site_at(const struct launch *launch, uintptr_t offset);
// The name of the array that contains an address of the block's shared memory; NULL: dynamic
// memory.
const char *shared_array_at(const struct block *block, uintptr_t address);
// The element of the launch's array `site` at `inside` bytes from its start: "As[31][64]",
// "pipe.empty[1]", or "b[2] + 4 bytes" inside an element. Returns the text's length, as snprintf
// does.
int shared_element(const struct launch *launch, int site, size_t inside, char *text, size_t size);

#endif
