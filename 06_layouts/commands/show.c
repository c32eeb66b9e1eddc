// SPDX-License-Identifier: MIT
//
// show.c: layouts as grids, and operations by name with pictures of what goes in and comes out.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/base/terminal.h"
#include "../../common/layout/algebra/simplify.h"
#include "../../common/layout/composed/composed.h"
#include "../../common/layout/core/make.h"
#include "command.h"
#include "figures.h"
#include "operation.h"

enum { COLOUR_DEFAULT = -1 };

// The flags of both commands.
struct request {
    int format, colour, type;
    bool explain, help;
};

// As command_begin().
static bool read_request(struct request *q, struct words *words, const struct usage *usage,
                         int argc, char **argv, int *status)
{
    const struct option options[] = {
        OPTION_FORMAT(&q->format),
        OPTION_COLOUR(&q->colour, "none, index (the default) or bank"),
        OPTION_TYPE(&q->type),
        OPTION_YES("--explain", "print each step of the computation", &q->explain),
        OPTION_HELP(&q->help),
    };
    enum { COUNT = sizeof options / sizeof *options };
    *q = (struct request){.colour = COLOUR_DEFAULT};
    if (!command_begin(words, usage, options, COUNT, argc, argv, status))
        return false;
    if (q->colour != COLOUR_THREAD && q->colour != COLOUR_VALUE)
        return true;
    struct failure why;
    fail(&why, "--color %s: a layout alone has no threads; allowed are none, index, bank",
         colour_names[q->colour]);
    *status = refuse(&why);
    return false;
}

// ---- show LAYOUT ------------------------------------------------------------------------------------

static bool show_layout(struct picture *p, const struct request *q, const char *text,
                        struct failure *why)
{
    struct composed_layout l;
    const struct shading shading = {.colour = q->colour == COLOUR_DEFAULT ? COLOUR_INDEX
                                                                          : (enum colour)q->colour,
                                    .bits = type_bits(q->type)};
    if (!read_layout(&l, text, type_bits(q->type), why))
        return false;
    snprintf(p->title, sizeof p->title, "%.1000s", composed_text(&l));
    return figure_layout(p, &l, &shading, "", why);
}

int show_command(int argc, char **argv)
{
    static const struct usage usage = {
        "show LAYOUT, or show OPERATION OPERAND...",
        "The grid of a layout: mode 0 goes down, mode 1 to the right, further modes\n"
        "give a grid each. LAYOUT is shape:stride, Sw<B,M,S> o OFFSET o shape:stride,\n"
        "or a tile of shared memory such as Layout_K_SW128. With an operation: the\n"
        "grids of its operands and of its result.",
        1, MAX_WORDS};
    struct words words;
    struct failure why;
    struct request q;
    struct picture p = {.title = ""};
    int status;
    if (!read_request(&q, &words, &usage, argc, argv, &status))
        return status;
    const bool drawn = words.count == 1
                           ? show_layout(&p, &q, words.word[0], &why)
                           : operation_figure(&p, &words, q.colour, type_bits(q.type), &why);
    return figure_finish(&p, drawn, q.format, &why);
}

// ---- OPERATION OPERAND... -----------------------------------------------------------------------------

// Do a layout and its complement, which never meet, leave offsets out below their largest?
static bool complement_has_gaps(const struct layout *a, const struct layout *rest)
{
    struct layout both[2], all;
    struct failure why;
    int64_t size, cosize;
    both[1] = *rest;
    return layout_filter(&both[0], a, &why) && layout_concat(&all, both, 2, &why) &&
           layout_size(&all, &size, &why) && layout_cosize(&all, &cosize, &why) && size != cosize;
}

// A note on the answer to `complement A [t]` or a division of A by T when no offset, or no element
// of A, should be missing and some are: CuTe's algorithm assumes that each stride is a multiple of
// what the smaller ones cover, and rounds down. NULL: there is nothing to note.
static const char *gaps_note(const struct words *words, const char *answer)
{
    struct composed_layout a, result;
    struct failure why;
    const char *operation = words->word[0];
    const size_t length = strlen(operation);
    const bool divides = length > 7 && strcmp(operation + length - 7, "_divide") == 0;
    int64_t size, elements;
    if (words->count < 2 || (!divides && strcmp(operation, "complement") != 0) ||
        !composed_parse(&a, words->word[1], &why) || !composed_parse(&result, answer, &why))
        return NULL;
    if (!divides)
        return complement_has_gaps(&a.layout, &result.layout)
                   ? "with gaps, as CuTe computes it: a stride of A is not a multiple of what the "
                     "smaller ones cover, and some offsets are reached by neither"
                   : NULL;
    return layout_size(&a.layout, &elements, &why) && layout_size(&result.layout, &size, &why) &&
                   size < elements
               ? "with gaps, as CuTe computes it: a stride of T is not a multiple of what the "
                 "smaller ones cover, and some elements of A are in no tile"
               : NULL;
}

static void print_step(void *context, int depth, const char *text)
{
    (void)context;
    terminal_fold_on_screen(stdout, printf("%*s", 2 * depth, ""), text);
    putchar('\n');
}

int operation_command(int argc, char **argv)
{
    struct words words;
    struct failure why;
    struct request q;
    char call[200], *answer;
    int status;
    const struct layout_operation *about = operation_find(argv[0]);
    snprintf(call, sizeof call, "%s %s", argv[0], about ? about->operands : "");
    const struct usage usage = {call, about ? about->about : "", 0, MAX_WORDS};
    if (!read_request(&q, &words, &usage, argc, argv, &status))
        return status;
    if (words.count == MAX_WORDS) {
        fail(&why, "%s: too many operands", argv[0]);
        return refuse(&why);
    }
    memmove(&words.word[1], &words.word[0], (size_t)words.count * sizeof *words.word);
    words.word[0] = argv[0];
    words.count++;
    if (q.format != PICTURE_TEXT) {
        struct picture p = {.title = ""};
        const bool drawn = operation_figure(&p, &words, q.colour, type_bits(q.type), &why);
        return figure_finish(&p, drawn, q.format, &why);
    }
    const struct layout_trace trace = {print_step, NULL};
    if (q.explain)
        layout_trace_to(&trace);
    answer = operation_run(&words, &why);
    layout_trace_to(NULL);
    if (!answer)
        return refuse(&why);
    // A slice-like result and where it begins.
    char *tab = strchr(answer, '\t');
    if (tab)
        *tab = '\0';
    const char *note = gaps_note(&words, answer);
    printf("%s%s%s\n", answer, tab ? tab[1] == '[' ? "  " : "  at " : "", tab ? tab + 1 : "");
    if (note)
        printf("%s\n", note);
    free(answer);
    return 0;
}
