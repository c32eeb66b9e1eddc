// SPDX-License-Identifier: MIT
//
// source.h: the source of an exercise: its header, its code with two versions of some regions, its
// mutants. README.md shows the format.
#ifndef LEARN_SOURCE_SOURCE_H
#define LEARN_SOURCE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "../../common/base/failure.h"
#include "../../common/step/dtype.h"
#include "form.h"

enum {
    MAX_SIZES = 16,
    MAX_CHECKS = 12,
    MAX_HINTS = 3,
    MAX_MEDALS = 4,
    MAX_REGIONS = 9,
    MAX_EDITS = 4,
    MAX_MUTANTS = 64,
    DRAWN = -1,         // a size written as ?: the seed draws it,
    LARGEST_DRAWN = 97, // from 1 to this
};

struct size {
    int m, n, k;
};

// Factors of one call, and the gaps after the rows of its A, B and C.
struct scales {
    double alpha, beta;
};
struct gaps {
    int a, b, c;
};

// A check by its letter (README.md); label: how mutants and `stub:` call it, "C barriers".
struct check {
    char kind; // R D C P L M T
    char label[80];
    const char *rule; // the text after the letter; "" for R, D and T
};

struct medal {
    char name[16];
    const char *rule;
};

struct exercise {
    char id[64];      // "04_pad"
    char chapter[64]; // "04_shared"
    char name[48];    // "pad"
    char path[256];   // "04_shared/exercises/pad.cu"
    bool on_cpu;      // a .c file: chapter 01
    char title[100];
    char lesson[120]; // "04_shared/README.md#bank-conflicts"
    int minutes;
    enum form form;
    char gpu[24];     // the emulated GPU; "": the usual one
    int gpus;         // how many; 0: one
    bool has_answers; // ANSWER or LAYOUT lines
    enum dtype type_ab, type_c;
    struct size sizes[MAX_SIZES];
    int size_count;
    struct scales scales[MAX_SIZES]; // of one call after the other, then again from the first
    int scales_count;
    struct gaps gaps[MAX_SIZES];
    int gaps_count;
    unsigned transposes[4]; // TRANSPOSE_NN ..., of each
    int transpose_count;
    struct check checks[MAX_CHECKS];
    int check_count;
    unsigned stub_fails; // bit i: checks[i]
    struct medal medals[MAX_MEDALS];
    int medal_count;
    const char *hints[MAX_HINTS];
    int hint_count;
    const char *why, *goal; // lines that end with \n; goal without "// "
    const char *code;       // after the header, up to the mutants
    const char *mutants;    // the text of that section, or ""; mutants_read() reads it
    int region_count;
    char *text; // owns the strings above
};

// Reads "04_shared/exercises/pad.cu". False with the reason, which names file and line.
bool exercise_read(struct exercise *e, const char *path, struct failure *why);
void exercise_free(struct exercise *e);

// The checks that a line such as "R, C barriers" names, as bits; false where one is none of them.
bool exercise_checks_named(const struct exercise *e, const char *text, unsigned *checks,
                           struct failure *why);
// And back: "R, C barriers", or "nothing".
void exercise_name_checks(const struct exercise *e, unsigned checks, char *text, size_t size);

// A common wrong answer: other lines for some regions of the solution, or for some of its lines.
struct edit {
    const char *from, *to; // whole lines
};
struct mutant {
    char name[64]; // "no_pad"
    unsigned fails;
    char because[300];
    const char *region[MAX_REGIONS]; // NULL: the solution's
    struct edit edits[MAX_EDITS];
    int edit_count;
};
struct mutants {
    struct mutant list[MAX_MUTANTS];
    int count;
    char *text; // owns the strings of the mutants
};
// All wrong answers to an exercise, in the order of its file; perhaps none. False with the reason,
// which names file and mutant.
bool mutants_read(struct mutants *all, const struct exercise *e, struct failure *why);
void mutants_free(struct mutants *all);

// ---- compose.c: the texts that are compiled, for free() ------------------------------------------

char *exercise_stub(const struct exercise *e); // what a learner gets
char *exercise_solution(const struct exercise *e);
// NULL also if the lines of an edit do not occur in the solution, or occur twice.
char *exercise_mutant(const struct exercise *e, const struct mutant *m);

#endif
