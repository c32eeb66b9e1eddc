// SPDX-License-Identifier: MIT
//
// formats.h: the report of `make check-all`: text for people, JSON, Gradescope's results.json,
// JUnit's XML.
#ifndef LEARN_REPORT_FORMATS_H
#define LEARN_REPORT_FORMATS_H

#include <stdint.h>
#include <stdio.h>

#include "../grade/grade.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_GRADESCOPE, FORMAT_JUNIT };

bool format_named(const char *name, enum format *format, struct failure *why);

enum state { STATE_PASSED, STATE_FAILED, STATE_NOT_COMPILED, STATE_NOT_BEGUN, STATE_NOT_GRADED };

// One exercise. g: where it was graded, else NULL; then `why` says why not.
void format_exercise(enum format format, const struct exercise *e, enum state state,
                     const struct grade *g, const struct failure *why, FILE *out);

// The whole: the text before the pieces, between two of them, and after them. counts: by state.
struct totals {
    int counts[STATE_NOT_GRADED + 1];
    uint64_t seed;
};
void format_begin(enum format format, const struct totals *totals, FILE *out);
const char *format_between(enum format format);
void format_end(enum format format, const struct totals *totals, FILE *out);

#endif
