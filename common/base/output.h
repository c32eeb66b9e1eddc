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
// Until output_close() has succeeded, the old file stays: the text goes into a temporary file in
// the same folder, which is then renamed. After an error, a full disk or a signal that can be
// caught (SIGHUP, SIGINT, SIGQUIT, SIGTERM) the temporary file is removed.
#ifndef COMMON_OUTPUT_H
#define COMMON_OUTPUT_H

#include <stdio.h>

#include "failure.h"

struct output {
    FILE *file;
    char *target, *temporary; // target: after all symbolic links
};

// Would output_open() work now, as far as this can be tested? The reason names the path.
bool output_is_possible(const char *path, struct failure *why);

// One at a time in a program. A new file gets the usual permissions; a file that replaces another
// one gets the old permissions. Rejects everything that is not a regular file or is not writable.
bool output_open(struct output *output, const char *path, struct failure *why);

// Finishes the file, or drops it after any error: then returns false, with the reason. The file is
// closed in both cases.
bool output_close(struct output *output, struct failure *why);

// Closes the file and drops it.
void output_drop(struct output *output);

// Do both paths lead to one existing file?
bool output_is_same_file(const char *a, const char *b);

#endif
