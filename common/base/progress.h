// SPDX-License-Identifier: MIT
//
// progress.h: one line on stderr that shows the current work. Only if stderr is a terminal: a log
// file gets nothing.
#ifndef COMMON_PROGRESS_H
#define COMMON_PROGRESS_H

// Replaces the progress line. Cheap enough for an inner loop: it draws at most ten times a second,
// and nothing until the program has run for one second.
void progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

// The same, drawn at once: before long work that cannot report in between.
void progress_now(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Erases the line, before anything else is written to the terminal.
void progress_clear(void);

#endif
