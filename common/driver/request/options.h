// SPDX-License-Identifier: MIT
//
// options.h: command lines from a table of flags.
//
//     int size = 256;
//     const struct option options[] = {
//         {.flag = "--size", .argument = "S", .help = "m, n and k", .kind = OPTION_INT,
//          .value = &size, .min = 0, .max = INT_MAX},
//     };
//     if (!options_parse(options, 1, argc, argv, &why))
//         ... why.text: "--size x: not an integer; allowed are integers from 0 to 2147483647"
//
// A value follows its flag, or a '=': --size 7, --size=7, -m 7, -m=7. A flag given twice is
// rejected, because one value would be lost; OPTION_TEXTS collects all of them.
#ifndef COMMON_OPTIONS_H
#define COMMON_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "../../base/failure.h"

#ifdef __cplusplus
extern "C" {
#endif

enum option_kind {
    OPTION_SWITCH, // bool *: true when given
    OPTION_INT,    // int *, from min to max
    OPTION_LONG,   // long long *, from min to max
    OPTION_REAL,   // double *, finite and within the range of float32
    OPTION_TEXT,   // const char **, not empty; points into argv
    OPTION_TEXTS,  // struct texts *
    OPTION_CHOICE, // int *: index into choices
};

enum { MAX_TEXTS = 64 };
struct texts {
    const char *text[MAX_TEXTS]; // point into argv
    int count;
};

struct option {
    const char *flag;     // "-m", "--size"
    const char *argument; // what --help calls the value; NULL for a switch
    const char *help;     // one line
    enum option_kind kind;
    void *value; // where it goes; keeps its default when the flag is not given
    long long min, max;
    const char *const *choices; // ends with NULL
};

// Fills the values. False with one line that names the flag, the value and what is allowed.
bool options_parse(const struct option *options, int count, int argc, char **argv,
                   struct failure *why);

// One line per option: flag, argument, help.
void options_print(const struct option *options, int count, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
