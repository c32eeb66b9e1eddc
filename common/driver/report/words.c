// SPDX-License-Identifier: MIT
//
// Numbers, types and commands as text, and what the words of a table mean.
#include "words.h"

#include <string.h>

#include "../../base/terminal.h"
#include "../../step/kind.h"

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

int print_types(const struct step *step, FILE *out)
{
    return fprintf(out, "%s->%s", dtype_name(step->type_ab), dtype_name(step->type_c));
}

int print_transposes(const struct step *step, FILE *out)
{
    const char *before = "";
    int used = 0;
    for (unsigned t = TRANSPOSE_NN; t <= TRANSPOSE_TT; t <<= 1)
        if (step_transposes(step) & t) {
            used += fprintf(out, "%s%s", before, transpose_name(t));
            before = " ";
        }
    return used;
}

// "1" if only this step has that number (variants share one); otherwise its name.
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
    // A small problem is checked for every request.
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

// ---- Why warps wait ------------------------------------------------------------------------------

// The stall reasons that the simulation tells apart, by Nsight Compute's names where it has one.
static const struct {
    const char *name, *meaning;
} reasons[] = {
    {"long scoreboard", "data from global memory (L1, L2 or DRAM)"},
    {"short scoreboard", "data from shared memory"},
    {"arithmetic", "the result of an earlier calculation"},
    {"barrier", "other warps, at a barrier such as __syncthreads()"},
    {"copies", "asynchronous copies to arrive"},
    {"math pipe", "the arithmetic unit, which is busy"},
    {"memory queue", "room in the queue of memory instructions"},
    {"no warp", "nothing: too few warps are resident"},
};
enum { REASONS = sizeof reasons / sizeof *reasons };

unsigned reason_bit(const char *name)
{
    for (int i = 0; i < REASONS; i++)
        if (strcmp(name, reasons[i].name) == 0)
            return 1u << i;
    return 0;
}

void print_reasons(unsigned which, FILE *out)
{
    for (int i = 0; i < REASONS; i++)
        if (which >> i & 1) {
            terminal_fold(out, fprintf(out, "  %-16s waits for ", reasons[i].name),
                          reasons[i].meaning);
            fputc('\n', out);
        }
}
