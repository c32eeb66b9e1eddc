// SPDX-License-Identifier: MIT
//
// thread_races.h: ThreadSanitizer's report, shortened to the two places.
#ifndef LEARN_GRADE_THREAD_RACES_H
#define LEARN_GRADE_THREAD_RACES_H

#include <stdbool.h>
#include <stddef.h>

// Is there a data race in what a program wrote to stderr? Then the text is, with paths as seen from
// the working directory:
//     race: write of 4 bytes at my/01_threads.c:31
//     and   read of 4 bytes at my/01_threads.c:33, in another thread and in no order
bool race_places(const char *report, char *text, size_t size);

#endif
