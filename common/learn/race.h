// SPDX-License-Identifier: MIT
//
// race.h: ThreadSanitizer's report, shortened to the two places.
#ifndef LEARN_RACE_H
#define LEARN_RACE_H

#include <stdbool.h>
#include <stddef.h>

// Arguments of gcc for the learner's file, and for the linker; openmp.c is linked in libgomp's
// place.
#define RACE_CFLAGS "-O1", "-g", "-fsanitize=thread", "-fopenmp"
#define RACE_LDFLAGS "-fsanitize=thread", "-pthread"

// What the program to be checked finds in its environment: one report is enough, and its exit
// status is then RACE_STATUS.
#define RACE_OPTIONS "TSAN_OPTIONS=halt_on_error=1 exitcode=66"
enum { RACE_STATUS = 66 };

// Is there a data race in what a program wrote to stderr? Then the text is one such line:
//     write of 4 bytes at my/01_threads.c:31, read of 4 bytes at my/01_threads.c:33
bool race_places(const char *report, char *text, size_t size);

#endif
