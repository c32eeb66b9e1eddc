// SPDX-License-Identifier: MIT
//
// facts.h: lines of tests/layout/data/atoms.tsv, which CuTe itself wrote (atoms_tsv.py says how).
#ifndef TESTS_LAYOUTS_FACTS_H
#define TESTS_LAYOUTS_FACTS_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "../../../common/layout/layout.h"
#include "../../support/support.h"

enum { FACT_FIELDS = 16, FACT_LINE = 4096 };

struct fact {
    char line[FACT_LINE];
    const char *field[FACT_FIELDS]; // field[0] is the kind
    int count;
};

// Calls check() with every line of that kind; returns how many there were.
static inline int each_fact(const char *kind, void (*check)(const struct fact *))
{
    FILE *file = fopen(repository_path("tests/layout/data/atoms.tsv"), "r");
    cr_assert(file, "tests/layout/data/atoms.tsv cannot be read");
    struct fact f;
    int found = 0;
    while (fgets(f.line, sizeof f.line, file)) {
        f.line[strcspn(f.line, "\n")] = '\0';
        f.count = 0;
        for (char *at = f.line; at && f.count < FACT_FIELDS; f.count++) {
            f.field[f.count] = at;
            at = strchr(at, '\t');
            if (at)
                *at++ = '\0';
        }
        if (strcmp(f.field[0], kind) == 0) {
            check(&f);
            found++;
        }
    }
    fclose(file);
    return found;
}

static inline struct layout layout_from(const char *text)
{
    struct layout l;
    struct failure why;
    cr_assert(layout_parse(&l, text, &why), "%s: %s", text, why.text);
    return l;
}

static inline void same_text(const char *what, const struct layout *got, const char *expected)
{
    char text[LAYOUT_TEXT];
    layout_print(got, text, sizeof text);
    cr_assert(strcmp(text, expected) == 0, "%s: got %s, CuTe has %s", what, text, expected);
}

#endif
