// SPDX-License-Identifier: MIT
//
// listed.h: lists of names that an answer may or may not have.
#ifndef LEARN_COMPILE_LISTED_H
#define LEARN_COMPILE_LISTED_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// The list ends with NULL; "*" at the end of a word matches any rest.
static inline bool is_listed(const char *name, const char *const *list)
{
    for (; *list; list++) {
        const size_t length = strlen(*list);
        if ((*list)[length - 1] == '*' ? strncmp(name, *list, length - 1) == 0
                                       : strcmp(name, *list) == 0)
            return true;
    }
    return false;
}

#endif
