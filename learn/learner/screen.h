// SPDX-License-Identifier: MIT
//
// screen.h: a verdict on a terminal: coloured marks, and each FILE:LINE a link to the file where
// the terminal knows links (OSC 8). With NO_COLOR set, or TERM=dumb, the text is unchanged.
#ifndef LEARN_LEARNER_SCREEN_H
#define LEARN_LEARNER_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

bool screen_has_colours(void);

// Of the terminal; 0: there is none, or it is too narrow for words.
int screen_columns(void);

// path: the file whose lines become links, as the text names it.
void screen_print(const char *text, const char *path, FILE *out);

// The text with its long lines broken between words, as wide as the terminal; for free(), or NULL.
// Unchanged without a terminal.
char *screen_fold(const char *text);

// "[#####-----] 5 of 10", of so many characters between the brackets.
void screen_bar(int done, int all, int width, FILE *out);

// ---- keys.c: single keys, without Enter ---------------------------------------------------------

// Whether standard input and output are a terminal; then keys come one by one until keys_end, which
// also the end of the program and SIGINT, SIGTERM, SIGHUP see to.
bool keys_begin(void);
void keys_end(void);

// The next key within so many milliseconds; 0: none; -1: there will be none any more.
int keys_next(int milliseconds);

#endif
