// SPDX-License-Identifier: MIT
//
// failure.h: the reason why a function failed, in one line for the user.
//
//     bool parse_thing(const char *text, struct thing *out, struct failure *why)
//     {
//         if (*text == '\0')
//             return fail(why, "a thing cannot be empty");
//         ...
//         return true;
//     }
#ifndef COMMON_FAILURE_H
#define COMMON_FAILURE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct failure {
    char text[1024]; // no newline at the end; a text that is too long is cut
};

// Writes the reason and returns false, so that a function can end with `return fail(...)`.
bool fail(struct failure *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

#ifdef __cplusplus
}
#endif
#endif
