// SPDX-License-Identifier: MIT
//
// terminal.h: how wide the output may be, and whether it may have colours.
#ifndef COMMON_TERMINAL_H
#define COMMON_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

// Columns that fit a line of `out`: COLUMNS if it is set, otherwise the terminal's width, otherwise
// 80 (a file or a pipe).
int terminal_columns(FILE *out);

// Is `out` a terminal? False if NO_COLOR is set (https://no-color.org) or TERM is "dumb".
bool terminal_has_colour(FILE *out);

#endif
