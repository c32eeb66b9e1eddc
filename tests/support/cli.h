// SPDX-License-Identifier: MIT
//
// cli.h: requests to the built programs of the chapters, and what must come of them. Command lines
// are words separated by single spaces.
#ifndef TESTS_CLI_H
#define TESTS_CLI_H

#include <stdbool.h>

#include "../../common/driver/driver.h"
#include "support.h"

enum { CLI_CHAPTERS = 4 };
extern const char *const cli_chapters[CLI_CHAPTERS];

bool has(const char *text, const char *part);

// The driver with a chapter that only the test has.
struct run drive_chapter(const struct chapter *chapter, const char *words);

// A request that must be refused: exit status 2, one line on stderr that begins with the program's
// name and holds `message`, nothing on stdout.
void refused(const char *chapter, const char *words, const char *message);

// A request that must work, without a word on stderr; returns what it printed, for run_free.
struct run accepted(const char *chapter, const char *words);

// The same, and its output must hold `part`.
void accepted_with(const char *chapter, const char *words, const char *part);

// A file of random elements in the test's scratch directory: its path (scratch_path).
const char *save_random(const char *name, enum dtype type, int rows, int cols);

#endif
