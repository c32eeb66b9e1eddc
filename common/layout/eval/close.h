// SPDX-License-Identifier: MIT
//
// close.h: names that somebody may have meant by an unknown one.
#ifndef COMMON_LAYOUT_CLOSE_H
#define COMMON_LAYOUT_CLOSE_H

#include <stddef.h>

enum { MOST_CLOSE_NAMES = 3, CLOSE_TEXT = 160 };

// The closest names so far, the closest first. Zero it before the first call.
struct close_names {
    const char *name[MOST_CLOSE_NAMES];
    int score[MOST_CLOSE_NAMES];
};

// Considers `known`, which is close if it begins like the name or at most two letters differ.
void close_names_add(struct close_names *names, const char *known, const char *name, size_t length);

// The end of a message: "; close are coalesce, coalesce_by", or nothing. text: CLOSE_TEXT bytes.
const char *close_names_text(const struct close_names *names, char *text);

#endif
