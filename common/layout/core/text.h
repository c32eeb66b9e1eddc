// SPDX-License-Identifier: MIT
//
// text.h: reading numbers. For the files of common/layout.
#ifndef COMMON_LAYOUT_TEXT_H
#define COMMON_LAYOUT_TEXT_H

#include <stdbool.h>
#include <stdint.h>

// Drops blanks at both ends of [text, end).
void trim(const char **text, const char **end);
// Reads a decimal integer that fills [text, end). False: not an integer, or too large.
bool read_integer(int64_t *out, const char *text, const char *end);
// Skips what CuTe prints before the layout of a pointer: smem_ptr[16b](unset) or ptr[32b](0x7f00).
// Returns the bits of an element, or 0 if the text does not begin with a pointer.
int64_t skip_pointer(const char **text, const char *end);

#endif
