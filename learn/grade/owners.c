// SPDX-License-Identifier: MIT
#include "owners.h"

#include <stdio.h>
#include <stdlib.h>

#include "../source/text.h"

enum { NOBODY = -1, SEVERAL = -2 };

static long long last_element(const struct owned *o)
{
    long long last = -1;
    for (int i = 0; i < o->size; i++)
        last = o->element[i] > last ? o->element[i] : last;
    return last;
}

static void find_owners(const struct owned *o, int *owner, int count)
{
    for (int i = 0; i < count; i++)
        owner[i] = NOBODY;
    for (int i = 0; i < o->size; i++)
        if (o->element[i] >= 0 && o->element[i] < count) {
            int *const of = &owner[o->element[i]];
            *of = *of == NOBODY ? i : SEVERAL;
        }
}

static void print_owner(const struct owned *o, int owner, FILE *out)
{
    if (owner < 0)
        fputc(owner == SEVERAL ? '*' : '.', out);
    else if (o->rows == 0)
        fprintf(out, "%d", owner);
    else
        fprintf(out, "%d,%d", owner % o->rows, owner / o->rows);
}

// Elements beyond the last expected one are not drawn: their number is.
char *owners_text(const char *name, const struct owned *expected, const struct owned *yours)
{
    static int owners[2][OWNERS_MOST];
    const long long last = last_element(expected);
    int outside = 0;
    struct text t;
    if (last < 0 || last >= OWNERS_MOST || !text_begin(&t))
        return NULL;
    const int count = (int)last + 1;
    find_owners(expected, owners[0], count);
    find_owners(yours, owners[1], count);
    for (int i = 0; i < yours->size; i++)
        outside += yours->element[i] < 0 || yours->element[i] >= count;
    fprintf(t.file, "owners of %s: the coordinate that has each element", name);
    if (outside > 0)
        fprintf(t.file, "; %d of yours are beyond element %d", outside, count - 1);
    fputc('\n', t.file);
    for (int i = 0; i < count; i++) {
        print_owner(expected, owners[0][i], t.file);
        fputc(' ', t.file);
        print_owner(yours, owners[1][i], t.file);
        fputc('\n', t.file);
    }
    return text_end(&t);
}
