// SPDX-License-Identifier: MIT
//
// cost.h: what a step cost on the emulated GPU: pieces of a table's cells, and the rows below a
// step.
#ifndef COMMON_COST_H
#define COMMON_COST_H

#include "result.h"
#include "words.h"

// "29.3 us", written to text and returned; "-" for an unknown time.
const char *cost_time_text(double ms, char text[WIDE]);

// '=': as predicted; '!': not as predicted; ' ': not counted or not predicted.
char cost_verdict(long long counted, long long predicted);

// All counters, or only bank conflicts if there are any.
void cost_rows(const struct result *result, bool all, FILE *out);

#endif
