// SPDX-License-Identifier: MIT
#include "verdict.h"

#include <math.h>
#include <string.h>

#include "../source/text.h"

// ---- Words ---------------------------------------------------------------------------------------

// "shared_load_wavefronts" as "shared load wavefronts".
static void in_words(const char *name, char *words, size_t size)
{
    snprintf(words, size, "%s", name);
    for (char *c = words; *c; c++)
        *c = *c == '_' ? ' ' : *c;
}

static const char *name_of(const struct check *c)
{
    return c->label[1] == ' ' ? c->label + 2 : c->label;
}

static void number_text(double value, char digits[32])
{
    if (value == floor(value) && fabs(value) < 1e15)
        text_grouped((long long)value, digits);
    else if (fabs(value) >= 1000 &&
             fabs(value) < 1e15) // a budget of so many: its fraction says nothing
        text_grouped((long long)value, digits);
    else
        snprintf(digits, 32, "%.2f", value);
}

// ": 16.5 for each store, 7,936 of them because of bank conflicts"
static void quotient_of_wavefronts(long long wavefronts, long long requests, const char *request,
                                   long long conflicts, char *text, size_t size)
{
    char digits[32];
    const int used =
        snprintf(text, size, ": %.1f for each %s", (double)wavefronts / (double)requests, request);
    if (conflicts > 0 && used > 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, ", %s of them because of bank conflicts",
                 text_grouped(conflicts, digits));
}

// What a count over budget means for the hardware: quotients that a lesson has names for.
static void cause(const struct grade *g, const char *name, int job, char *text, size_t size)
{
    const struct counts *c = &g->outcome[job].counts;
    text[0] = '\0';
    if (strcmp(name, "shared_load_wavefronts") == 0 && c->shared_load_requests > 0)
        quotient_of_wavefronts(c->shared_load_wavefronts, c->shared_load_requests, "load",
                               c->shared_load_conflicts, text, size);
    else if (strcmp(name, "shared_store_wavefronts") == 0 && c->shared_store_requests > 0)
        quotient_of_wavefronts(c->shared_store_wavefronts, c->shared_store_requests, "store",
                               c->shared_store_conflicts, text, size);
    else if (strcmp(name, "global_load_sectors") == 0 && c->global_load_requests > 0)
        snprintf(text, size, ": %.1f for each load of a warp",
                 (double)c->global_load_sectors / (double)c->global_load_requests);
    else if (strcmp(name, "global_store_sectors") == 0 && c->global_store_requests > 0)
        snprintf(text, size, ": %.1f for each store of a warp",
                 (double)c->global_store_sectors / (double)c->global_store_requests);
}

// ---- One check -----------------------------------------------------------------------------------

static void say_result(const struct grade *g, char *text, size_t size)
{
    int right = 0, first = -1;
    for (int j = 0; j < g->job_count; j++) {
        right += g->right[j];
        if (!g->right[j] && first < 0)
            first = j;
    }
    if (first < 0) {
        snprintf(text, size, "the result is right at all %d sizes", g->job_count);
        return;
    }
    const struct gemm_problem *p = &g->problem[first];
    snprintf(text, size,
             "the result is wrong at %d of %d sizes; first: m = %d, n = %d, k = %d, "
             "alpha = %g, beta = %g: %s",
             g->job_count - right, g->job_count, p->m, p->n, p->k, p->alpha, p->beta,
             g->wrong[first].text);
}

static void say_diagnoses(const struct grade *g, int check, char *text, size_t size)
{
    long long found = 0;
    char digits[32];
    const char *kind = "";
    for (int j = 0; j < g->job_count; j++) {
        if (found == 0)
            kind = g->outcome[j].found_kind;
        found += g->outcome[j].found;
    }
    if (found == 0 && g->failed >> check & 1)
        snprintf(text, size, "a call or a launch failed");
    else if (found == 0)
        snprintf(text, size, "no diagnosis");
    else if (g->names_cause)
        snprintf(text, size, "%s diagnoses; the diagnosis that names the cause is below",
                 text_grouped(found, digits));
    else
        snprintf(text, size, "%s diagnos%s; the first (%s) is below", text_grouped(found, digits),
                 found == 1 ? "is" : "es", kind);
}

// What check M counts.
static const char *traced_name(const struct check *c)
{
    return strstr(c->rule, "accesses") ? "loads and stores" : "cache misses";
}

static void say_rule(const struct grade *g, int check, char *text, size_t size)
{
    const struct check *c = &g->exercise->checks[check];
    const struct comparison *at = &g->ruled[check].at;
    const struct gemm_problem *p = &g->problem[g->ruled[check].job];
    char name[80], allowed[32], yours[32], why[120];
    in_words(name_of(c), name, sizeof name);
    number_text(at->left, yours);
    number_text(at->right, allowed);
    if (g->ruled[check].text.text[0]) {
        snprintf(text, size, "%s: %s", name, g->ruled[check].text.text);
    } else if (!at->how[0]) {
        snprintf(text, size, "%s: not counted, because no kernel finished", name);
    } else if (c->kind == 'P' && !at->holds && at->left < 0) {
        snprintf(text, size, "your answer \"%s\" is not given yet", name);
    } else if (c->kind == 'P' && !at->holds) {
        snprintf(text, size, "your answer \"%s\" is %s: the count is different", name, yours);
    } else if (c->kind == 'P') {
        snprintf(text, size, "your answer \"%s\" is %s: this is the count", name, yours);
    } else {
        cause(g, name_of(c), g->ruled[check].job, why, sizeof why);
        const char *word = at->how[0] == '<' ? "at most " : at->how[0] == '>' ? "at least " : "";
        snprintf(text, size, "%s: %s%s, yours %s%s (m = %d, n = %d, k = %d)",
                 c->kind == 'M' ? traced_name(c) : name, word, allowed, yours, at->holds ? "" : why,
                 p->m, p->n, p->k);
    }
}

void verdict_of_check(const struct grade *g, int check, char *text, size_t size)
{
    if (g->skipped >> check & 1) {
        snprintf(text, size, "%s: checked on the emulated GPU (without GPU=cuda)",
                 g->exercise->checks[check].label);
        return;
    }
    switch (g->exercise->checks[check].kind) {
    case 'R': say_result(g, text, size); break;
    case 'D': say_diagnoses(g, check, text, size); break;
    case 'T':
        snprintf(text, size, "%s", g->failed >> check & 1 ? "two threads race: below" : "no race");
        break;
    case 'L': snprintf(text, size, "%s", g->ruled[check].text.text); break;
    default: say_rule(g, check, text, size);
    }
}

// ---- The screen ----------------------------------------------------------------------------------

enum { WIDTH = 116, INDENT = 4, FURTHER_IN = 11 }; // of a line on the screen

// How much of a line fits: all, or up to a blank.
static int fitting(const char *line, int length, int room)
{
    if (length <= room)
        return length;
    for (int i = room; i > room / 2; i--)
        if (line[i] == ' ')
            return i;
    return room;
}

// Without control characters, by which what a program prints could clear the screen and write a
// separate verdict.
static void print_plain(FILE *out, const char *text, int length)
{
    for (int i = 0; i < length; i++)
        if (((unsigned char)text[i] < ' ' && text[i] != '\t') || text[i] == 0x7f)
            fprintf(out, "\\x%02x", (unsigned char)text[i]);
        else
            fputc(text[i], out);
}

// At most so many lines of a text, each indented; what is too long goes on below, further in. On a
// narrow terminal a line counts once.
static void print_some(FILE *out, const char *text, int lines, int columns)
{
    const bool narrow = columns > 0 && columns < INDENT + WIDTH + FURTHER_IN;
    int left = 0; // that are not shown, or not to their end
    for (const char *line = text; *line; line += *line == '\n') {
        int length = (int)strcspn(line, "\n");
        const bool begun = lines > 0;
        int indent = INDENT;
        for (bool first = true; length > 0 && (lines > 0 || (narrow && !first)); first = false) {
            lines -= first || !narrow;
            const int part = fitting(line, length, narrow ? columns - indent : WIDTH);
            fprintf(out, "%*s", indent, "");
            print_plain(out, line, part);
            fputc('\n', out);
            line += part, length -= part;
            while (narrow && length > 0 && *line == ' ') // the blank where it was broken
                line++, length--;
            indent = INDENT + FURTHER_IN - narrow; // narrow: below the text of a diagnosis
        }
        left += !begun || length > 0;
        line += length;
    }
    if (left > 0)
        fprintf(out, "    ... and %d more line%s\n", left, left == 1 ? "" : "s");
}

static const char *mark_of(const struct grade *g, int check)
{
    const bool ruled = g->ruled[check].at.how[0] || !strchr("CM", g->exercise->checks[check].kind);
    return g->failed >> check & 1 ? "FAIL" : ruled && !(g->skipped >> check & 1) ? "  ok" : "   -";
}

static void print_times(const struct grade *g, FILE *out)
{
    for (int j = 0; j < g->job_count; j++) {
        const struct gemm_problem *p = &g->problem[j];
        const struct outcome *o = &g->outcome[j];
        if (o->ms <= 0)
            continue;
        fprintf(out, "  time %.4f ms at m = %d, n = %d, k = %d", o->ms, p->m, p->n, p->k);
        if (o->cublas_ms > 0)
            fprintf(out, ": %.0f%% of cuBLAS", 100 * o->cublas_ms / o->ms);
        fputc('\n', out);
    }
}

void verdict_print(const struct grade *g, int columns, FILE *out)
{
    const struct exercise *e = g->exercise;
    // A diagnosis ends with its cure, which must stay visible: most have 7 to 11 lines, a deadlock
    // more.
    enum { MESSAGES = 15, DIAGNOSIS = 20, HEAT = 8, PRINTED = 8 };
    fprintf(out, "%s: %s\n", e->id, e->title);
    if (g->messages) {
        fputs(g->refused ? "  refused:\n" : "  does not compile:\n", out);
        print_some(out, g->messages, MESSAGES, columns);
        return;
    }
    for (int i = 0; i < e->check_count; i++) {
        char text[1400];
        verdict_of_check(g, i, text, sizeof text);
        fprintf(out, "  %s %s\n", mark_of(g, i), text);
    }
    print_times(g, out);
    for (int i = 0; i < e->medal_count; i++)
        fprintf(out, "  %s %s\n", g->medals >> i & 1 ? "  won" : "    -", e->medals[i].name);
    if (g->diagnosis) {
        fputs(g->names_cause ? "  the cause:\n" : "  the first diagnosis:\n", out);
        print_some(out, g->diagnosis, DIAGNOSIS, columns);
        if (strstr(g->diagnosis, "that nothing has written"))
            fputs("      or      does a loop read one element too many? Compare its bound (< or "
                  "<=) with "
                  "what was stored\n",
                  out);
    }
    if (g->heat) {
        fputs("  the line that costs most, as its first warp sees it:\n", out);
        print_some(out, g->heat, HEAT, columns);
    }
    if (g->out && g->out[0]) {
        fputs("  your program printed:\n", out);
        print_some(out, g->out, PRINTED, columns);
    }
}
