// SPDX-License-Identifier: MIT
//
// output.h: a file that is written whole or not at all.
//
//     struct output out;
//     if (!output_open(&out, path, why))
//         return false;
//     fprintf(out.file, ...);
//     return output_close(&out, why);
//
// Until output_close has succeeded, what was there before is there: the text goes into a temporary
// file beside it, which then takes its name. No error, full disk or signal that can be caught
// (SIGHUP, SIGINT, SIGQUIT, SIGTERM) leaves the temporary file behind.
#ifndef COMMON_OUTPUT_H
#define COMMON_OUTPUT_H

#include <stdio.h>

#include "failure.h"

struct output {
    FILE *file;
    char *target, *temporary; // target: where a symbolic link leads
};

// Whether output_open would work now, as far as that can be told; the reason names the path.
bool output_is_possible(const char *path, struct failure *why);

// One at a time in a program. A new file gets the permissions of any new file, one that replaces
// another gets that one's. Refused are what is no regular file and what may not be written.
bool output_open(struct output *output, const char *path, struct failure *why);

// Finishes the file, or drops it when anything has gone wrong: then false, with the reason. Either
// way it is closed.
bool output_close(struct output *output, struct failure *why);

// Closes the file and drops it.
void output_drop(struct output *output);

// Do both paths lead to one existing file?
bool output_is_same_file(const char *a, const char *b);

#endif
