// SPDX-License-Identifier: MIT
//
// formats.h: results for programs: CSV, and JSON with one object a line.
#ifndef COMMON_FORMATS_H
#define COMMON_FORMATS_H

#include <stdbool.h>
#include <stdio.h>

#include "result.h"

// A JSON string with its quotes.
void json_string(const char *text, FILE *out);
void json_result(const struct result *result, FILE *out);

// A CSV field, in quotes where it needs them.
void csv_string(const char *text, FILE *out);
void csv_header(FILE *out);
void csv_result(const struct result *result, FILE *out);

// The end of an experiment's line, JSON or CSV: its figures, none where one is NaN, and the
// machine.
struct figure {
    const char *name; // in JSON
    double value;
};
void print_figures(bool json, const struct figure *figures, size_t count,
                   const struct machine *machine, FILE *out);

#endif
