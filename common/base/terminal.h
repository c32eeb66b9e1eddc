// SPDX-License-Identifier: MIT
//
// terminal.h: how wide the output may be, and whether it may have colours; folded text.
#ifndef COMMON_TERMINAL_H
#define COMMON_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

// Columns that fit a line of `out`: COLUMNS if it is set, otherwise the terminal's width, otherwise
// 80 (a file or a pipe).
int terminal_columns(FILE *out);

// Is `out` a terminal, or CLICOLOR_FORCE 1 (what is printed will go to one: mk/run_chapters.sh)?
// False if NO_COLOR is set (https://no-color.org) or TERM is "dumb".
bool terminal_has_colour(FILE *out);

// Is `out` read by a person: is it a terminal, or is COLUMNS set?
bool terminal_is_screen(FILE *out);

// Prints text after the `used` columns that the line has already, folded at words to
// terminal_columns(out). Further lines are indented by as much.
void terminal_fold(FILE *out, int used, const char *text);

// The same on a screen; otherwise on one line, for programs and files.
void terminal_fold_on_screen(FILE *out, int used, const char *text);

// The same for a whole line, given as for printf(), of at most 1,000 characters.
void terminal_line(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
