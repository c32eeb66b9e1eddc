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

#endif
