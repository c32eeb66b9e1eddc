// SPDX-License-Identifier: MIT
//
// literal.h: layouts of the algebra as the literals of kernels (layout_device.h).
//
// If a literal is known when a kernel is compiled, write it into the kernel: print it here, paste
// it, and let a test compare. If not, make it here and pass it to the kernel by value.
#ifndef COMMON_LAYOUT_LITERAL_H
#define COMMON_LAYOUT_LITERAL_H

#include "../../device/layout_device.h"
#include "make.h"

// Flattened. False if it has more than LITERAL_LEAVES leaves, or a number that does not fit an int.
bool literal_from(struct layout_literal *out, const struct layout *l, struct failure *why);
// Mode 0 are threads, mode 1 values.
bool tv_literal_from(struct tv_literal *out, const struct layout *tv, struct failure *why);

// "{.rank = 2, .shape = {4, 8}, .stride = {2, 64}}"; returns the length, as snprintf.
size_t literal_print(const struct layout_literal *l, char *out, size_t size);

#endif
