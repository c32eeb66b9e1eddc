// SPDX-License-Identifier: MIT
//
// edit_distance.h: how different two names are, for messages that suggest a known one.
#ifndef COMMON_EDIT_DISTANCE_H
#define COMMON_EDIT_DISTANCE_H

#include <stddef.h>

// Levenshtein's distance: the letters to insert, remove or change. Of longer names only the first
// EDIT_DISTANCE_LONGEST letters count.
enum { EDIT_DISTANCE_LONGEST = 63 };
int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length);

#endif
