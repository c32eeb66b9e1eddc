// SPDX-License-Identifier: MIT
//
// words.h: numbers, types and commands as text, and the legend below a table.
#ifndef COMMON_WORDS_H
#define COMMON_WORDS_H

#include <stdio.h>

#include "result.h"

// 1048576 -> "1,048,576", written to text; "-" for an unknown number.
enum { WIDE = 32 };
const char *count_text(long long value, char text[WIDE]);

// f16->f32; NN NT. Both return the number of characters.
int print_types(const struct step *step, FILE *out);
int print_transposes(const struct step *step, FILE *out);

// make 04 ARGS="--step 1 -m 37 -n 41 -k 29": runs that step alone, as small as shows the error.
void print_repeat(const struct result *result, FILE *out);

// Reasons why warps wait, as bits: of one by its name (0: unknown), and what each means.
enum { ALL_REASONS = -1 };
unsigned reason_bit(const char *name);
void print_reasons(unsigned which, FILE *out);

#endif
