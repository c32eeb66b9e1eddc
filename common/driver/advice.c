// SPDX-License-Identifier: MIT
//
// What to do next, and what the words of a table mean.
#include <string.h>

#include "../step/kind.h"
#include "report.h"

const char *count_text(long long value, char text[WIDE])
{
    char digits[WIDE];
    if (value == COUNT_UNKNOWN)
        return "-";
    const int length = snprintf(digits, sizeof digits, "%lld", value);
    int used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && digits[i - 1] != '-' && (length - i) % 3 == 0)
            text[used++] = ',';
        text[used++] = digits[i];
    }
    text[used] = '\0';
    return text;
}

// "1" where it is that step's alone, as a row of a table need not be; else its name.
static void print_step(const struct result *r, FILE *out)
{
    const char *name = r->step->name;
    const size_t digits = strspn(name, "0123456789");
    int alike = 0;
    for (int i = 0; i < r->chapter->step_count; i++) {
        const char *other = chapter_step(r->chapter, i)->name;
        alike += strspn(other, "0123456789") == digits && memcmp(other, name, digits) == 0;
    }
    if (digits > 0 && alike == 1)
        fprintf(out, "%.*s", (int)digits, name);
    else
        fputs(name, out);
}

void print_repeat(const struct result *r, FILE *out)
{
    const struct gemm_problem *p = judged_problem(r);
    const struct kind *kind = kind_of(r->step);
    const int sizes[] = {p->m, p->n, p->k};
    fprintf(out, "make %.*s ARGS=\"--step ", (int)strcspn(r->chapter->name, "_"), r->chapter->name);
    print_step(r, out);
    for (const char *c = kind->sizes; *c; c++)
        fprintf(out, " -%c %d", *c, sizes[strchr("mnk", *c) - "mnk"]);
    // A small problem is checked whatever else is asked for.
    if (!r->in_check) {
        const double scales[] = {p->alpha, p->beta, p->gamma};
        const double usual[] = {kind->alpha, kind->beta, kind->gamma};
        static const char *const flags[] = {"alpha", "beta", "gamma"};
        for (const char *c = kind->scales; *c; c++)
            if (scales[*c - 'a'] != usual[*c - 'a'])
                fprintf(out, " --%s %.9g", flags[*c - 'a'], scales[*c - 'a']);
        const struct shapes s = kind->shapes(p);
        const int ld[] = {p->lda, p->ldb, p->ldc}, dense[] = {s.A.cols, s.B.cols, s.C.cols};
        for (const char *c = kind->strides; *c; c++)
            if (ld[*c - 'a'] != dense[*c - 'a'])
                fprintf(out, " --ld%c %d", *c, ld[*c - 'a']);
    }
    fprintf(out, "%s%s\"", p->trans_a ? " --trans-a" : "", p->trans_b ? " --trans-b" : "");
}

void print_words(unsigned which, FILE *out)
{
    fputs("max error  largest difference from a float64 reference; allowed: what rounding explains "
          "there\n",
          out);
    if (which & WORDS_OF_TIMES)
        fputs("spread     how far the middle half of the repetitions lies apart, in % of the "
              "median\n",
              out);
    if (which & WORDS_OF_COSTS)
        fputs("per req.   sectors of 32 bytes that a warp's load or store takes, on average\n",
              out);
    if (which & WORDS_OF_BOXES)
        fputs("           (of the copy engine, TMA: that a box takes)\n", out);
    if (which & WORDS_OF_EXPECTED)
        fputs("expected   simulated, not measured: within about 10% on the steps that were "
              "measured\n",
              out);
    if (which & WORDS_OF_MODEL)
        fputs("model      computed from counters and data sheets, not measured "
              "(common/predict/model.h)\n"
              "bound by   the unit that the model finds busy longest: FMA, MMA, DRAM, L2 or L1\n",
              out);
}
