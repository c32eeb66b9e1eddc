// SPDX-License-Identifier: MIT
//
// screen.h: how wide the output may be, and messages folded for a person who reads them.
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stdio.h>

// Columns of a line of `to`: COLUMNS, otherwise the terminal's width, otherwise 80.
int screen_columns(FILE *to);

// Is `to` read by a person: is it a terminal, or is COLUMNS set?
bool screen_is(FILE *to);

// Writes lines to stderr. If a person reads it, each line is folded at words, and the rest begins
// below its text: below "file.cu:12" of "  at      file.cu:12", after "emu: ".
void screen_message(const char *text);

#endif
