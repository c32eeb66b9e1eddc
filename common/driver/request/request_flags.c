// SPDX-License-Identifier: MIT
//
// request_flags.c: the flags of a chapter's program, and which go together.
#include "request_parts.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/output.h"
#include "../../base/terminal.h"
#include "../../step/kind.h"
#include "../npy/npy.h"
#include "../report/table.h"

enum { MAX_REPS = 1000000 };

static const char *const format_names[] = {"table", "csv", "json", NULL};

static bool has_kind(const struct chapter *chapter, enum step_kind kind)
{
    for (int i = 0; i < chapter->step_count; i++)
        if (chapter_step(chapter, i)->kind == kind)
            return true;
    return false;
}

// ---- The table of flags --------------------------------------------------------------------------

// Fills raw->options: all flags of the chapter's program, and where their values go.
static bool make_options(const struct chapter *chapter, struct request *q, struct raw *raw,
                         struct failure *why)
{
    const struct option common[] = {
        {"-m", "M", "rows of A and C", OPTION_INT, &q->m, 0, INT_MAX, NULL},
        {"-n", "N", "columns of B and C", OPTION_INT, &q->n, 0, INT_MAX, NULL},
        {"-k", "K", "columns of A, rows of B", OPTION_INT, &q->k, 0, INT_MAX, NULL},
        {"--trans-a", NULL, "C = a A^T B + b C: A is stored k x m", OPTION_SWITCH, &q->trans_a, 0,
         0, NULL},
        {"--trans-b", NULL, "C = a A B^T + b C: B is stored n x k", OPTION_SWITCH, &q->trans_b, 0,
         0, NULL},
        {"--lda", "L", "elements from one row of A to the next (default: its columns)", OPTION_INT,
         &q->lda, 0, INT_MAX, NULL},
        {"--ldb", "L", "the same of B", OPTION_INT, &q->ldb, 0, INT_MAX, NULL},
        {"--ldc", "L", "the same of C", OPTION_INT, &q->ldc, 0, INT_MAX, NULL},
        {"--size", "S", "m, n and k at once", OPTION_INT, &q->size, 0, INT_MAX, NULL},
        {"--step", "NAME", "run this step only: a name, a number or a part of a name; repeatable",
         OPTION_TEXTS, &raw->steps, 0, 0, NULL},
        {"--alpha", "a", "C = a A B + b C (default 1)", OPTION_REAL, &q->alpha, 0, 0, NULL},
        {"--beta", "b", "C = a A B + b C (default 0)", OPTION_REAL, &q->beta, 0, 0, NULL},
        {"--a", "A.npy", "read A from this NumPy file (default: random)", OPTION_TEXT, &q->a, 0, 0,
         NULL},
        {"--b", "B.npy", "read B from this NumPy file (default: random)", OPTION_TEXT, &q->b, 0, 0,
         NULL},
        {"--out", "C.npy", "write the C of the last step that was right", OPTION_TEXT, &q->out, 0,
         0, NULL},
        {"--reps", "R", "timed repetitions", OPTION_INT, &q->reps, 1, MAX_REPS, NULL},
        {"--seed", "S", "of the random matrices (default 1)", OPTION_LONG, &q->seed, 0, LLONG_MAX,
         NULL},
        {"--format", "F", "table, csv or json (one object a line)", OPTION_CHOICE, &q->format, 0, 0,
         format_names},
        {"--wide", NULL,
         "all columns of the table and of --lines, and whole rows of --heat, for any terminal",
         OPTION_SWITCH, &q->wide, 0, 0, NULL},
        {"--cold", NULL, "empty the L2 cache before each timed run on a GPU (default)",
         OPTION_SWITCH, &q->cold, 0, 0, NULL},
        {"--hot", NULL, "leave the L2 cache as the run before left it", OPTION_SWITCH, &raw->hot, 0,
         0, NULL},
        {"--gpu", "NAME", "which GPU to emulate (emulated GPU only)", OPTION_TEXT, &q->gpu, 0, 0,
         NULL},
        {"--predict", NULL, "do not run: compute the cost from formulas, for m n k up to 2^57",
         OPTION_SWITCH, &q->predict, 0, 0, NULL},
        {"--expect", NULL, "how long the steps would take at 4096, simulated (emulated GPU only)",
         OPTION_SWITCH, &q->expect, 0, 0, NULL},
        {"--timeline", "FILE", "draw what the warps of one step wait for: --expect, and a picture",
         OPTION_TEXT, &q->timeline, 0, 0, NULL},
        {"--counters", NULL, "all counters, each with its prediction (emulated GPU only)",
         OPTION_SWITCH, &q->counters, 0, 0, NULL},
        {"--lines", NULL, "the source, with the cost of each line (emulated GPU only)",
         OPTION_SWITCH, &q->lines, 0, 0, NULL},
        {"--heat", "FILE:LINE", "what one warp touches there (emulated GPU only)", OPTION_TEXT,
         &q->heat, 0, 0, NULL},
        {"--banks", NULL, "what each shared access requests from the banks (emulated GPU only)",
         OPTION_SWITCH, &q->banks, 0, 0, NULL},
        {"--svg", "FILE", "also draw what another flag shows, into this file", OPTION_TEXT, &q->svg,
         0, 0, NULL},
        {"--list", NULL, "list the steps and stop", OPTION_SWITCH, &q->list, 0, 0, NULL},
        {"--help", NULL, "print this and stop", OPTION_SWITCH, &q->help, 0, 0, NULL},
    };
    int count = sizeof common / sizeof *common;
    const size_t experiments = (size_t)chapter->experiment_count;
    *raw = (struct raw){
        .options = malloc(((size_t)count + 1 + experiments) * sizeof *raw->options), // + --gamma
        .asked = calloc(experiments + 1, sizeof *raw->asked),
    };
    if (!raw->options || !raw->asked)
        return fail(why, "no memory for the flags");
    memcpy(raw->options, common, sizeof common);
    if (has_kind(chapter, STEP_VECTOR))
        raw->options[count++] = (struct option){
            .flag = "--gamma",
            .argument = "c",
            .help = "of a vector step: z = a x + b y + c (a 2, b 3, c 1)",
            .kind = OPTION_REAL,
            .value = &q->gamma,
        };
    for (int i = 0; i < chapter->experiment_count; i++) {
        const struct experiment *e = &chapter->experiments[i];
        raw->options[count++] = (struct option){
            .flag = e->flag,
            .argument = e->argument,
            .help = e->help,
            .kind = e->argument ? OPTION_TEXT : OPTION_SWITCH,
            .value = e->argument ? (void *)&raw->asked[i].value : (void *)&raw->asked[i].given,
        };
    }
    raw->option_count = count;
    return true;
}

static void free_options(struct raw *raw)
{
    free(raw->options);
    free(raw->asked);
}

static void paragraph(FILE *out, const char *text)
{
    terminal_fold(out, 0, text);
    fputc('\n', out);
}

static void print_defaults(const struct chapter *chapter, FILE *out)
{
    const struct {
        const char *where;
        int size, k;
    } defaults[] = {
        {"the CPU", chapter->default_size_cpu, 0},
        {"the emulated GPU", chapter->default_size_emulated, chapter->default_k_emulated},
        {"a GPU", chapter->default_size_gpu, chapter->default_k_gpu},
    };
    char text[200] = "m, n and k, if not given:";
    size_t used = strlen(text);
    const char *separator = " ";
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
        if (defaults[i].size > 0) {
            char k[24] = "";
            if (defaults[i].k > 0)
                snprintf(k, sizeof k, " (k: %d)", defaults[i].k);
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%d on %s%s", separator,
                                     defaults[i].size, defaults[i].where, k);
            separator = ", ";
        }
    fputc('\n', out);
    snprintf(text + used, sizeof text - used, ".");
    paragraph(out, text);
}

void request_help(const struct chapter *chapter, FILE *out)
{
    struct request q = {.m = -1};
    struct raw raw;
    struct failure why;
    bool only_gemm = true;
    for (int i = 0; i < chapter->step_count; i++)
        only_gemm = only_gemm && chapter_step(chapter, i)->kind == STEP_GEMM;
    terminal_fold(out, fprintf(out, "%s: ", chapter->name), chapter->title);
    fputs("\n\n", out);
    fprintf(out, "Computes %s by each step of the chapter.\n",
            only_gemm ? "C = alpha A B + beta C" : "what --list says");
    paragraph(out, "Checks every element against a float64 reference, then reports how fast the "
                   "step was (on the emulated GPU: what it cost).");
    fprintf(out, "\nusage: %s [flags]\n       (--flag VALUE or --flag=VALUE)\n\n", chapter->name);
    if (make_options(chapter, &q, &raw, &why))
        options_print(raw.options, raw.option_count, out);
    free_options(&raw);
    print_defaults(chapter, out);
    fputs("\nThe words of the table:\n", out);
    table_glossary(out);
    fputc('\n', out);
    paragraph(out, "Before the requested size, each step must be right on small matrices: ragged "
                   "ones, with k = 1, with other alpha, beta and leading dimensions, and exactly "
                   "right on small integers.");
    fputc('\n', out);
    paragraph(out, "Exit status: 0 all right, 1 a step was wrong or the machine failed, 2 bad "
                   "request.");
}

// ---- The whole -----------------------------------------------------------------------------------

// A flag that none of the chosen steps would use is a misunderstanding.
static bool any_step_has(const struct request *q, char letter)
{
    for (int i = 0; i < q->step_count; i++) {
        const struct kind *kind = kind_of(q->steps[i]);
        if (strchr(kind->sizes, letter) || strchr(kind->scales, letter))
            return true;
    }
    return false;
}

static bool any_step_strides(const struct request *q, char letter)
{
    for (int i = 0; i < q->step_count; i++)
        if (strchr(kind_of(q->steps[i])->strides, letter))
            return true;
    return false;
}

static bool check_kinds(const struct request *q, struct failure *why)
{
    const struct {
        const char *flag;
        char letter;
        bool given;
    } flags[] = {
        {"-m", 'm', q->m >= 0 && q->size < 0}, {"-n", 'n', q->n >= 0 && q->size < 0},
        {"-k", 'k', q->k >= 0 && q->size < 0}, {"--alpha", 'a', !isnan(q->alpha)},
        {"--beta", 'b', !isnan(q->beta)},      {"--gamma", 'c', !isnan(q->gamma)},
    };
    for (size_t i = 0; i < sizeof flags / sizeof *flags && !q->experiment; i++)
        if (flags[i].given && !any_step_has(q, flags[i].letter))
            return fail(why, "%s: none of the chosen steps has one", flags[i].flag);
    const int ld[] = {q->lda, q->ldb, q->ldc};
    for (int i = 0; i < 3 && !q->experiment; i++)
        if (ld[i] >= 0 && !any_step_strides(q, "abc"[i]))
            return fail(why, "--ld%c: none of the chosen steps has one", "abc"[i]);
    for (int i = 0; i < q->step_count && (q->a || q->b); i++)
        if (q->steps[i]->kind != STEP_GEMM)
            return fail(why,
                        "%s %s: only GEMM steps read files, and %s is none; choose with --step",
                        q->a ? "--a" : "--b", q->a ? q->a : q->b, q->steps[i]->name);
    return true;
}

const char *request_observation(const struct request *q)
{
    return q->counters ? "--counters"
           : q->lines  ? "--lines"
           : q->heat   ? "--heat"
           : q->banks  ? "--banks"
                       : NULL;
}

// Before the work, not after it.
static bool check_out(const struct request *q, struct failure *why)
{
    for (int i = 0; i < q->step_count && q->out; i++)
        if (!npy_type_name(q->steps[i]->type_c))
            return fail(why, "--out %s: the C of %s is %s, which NumPy's files cannot hold", q->out,
                        q->steps[i]->name, dtype_name(q->steps[i]->type_c));
    return true;
}

// A file to write is tested before long work, not after it.
static bool check_target(const struct request *q, const char *flag, const char *path,
                         struct failure *why)
{
    struct failure reason;
    if (q->a && output_is_same_file(path, q->a))
        return fail(why, "%s %s: would overwrite the A that is read", flag, path);
    if (q->b && output_is_same_file(path, q->b))
        return fail(why, "%s %s: would overwrite the B that is read", flag, path);
    return output_is_possible(path, &reason) || fail(why, "%s %s", flag, reason.text);
}

static bool check_observation(const struct request *q, struct failure *why)
{
    const char *flag = request_observation(q);
    const char *text_flag = q->lines ? "--lines" : q->heat ? "--heat" : q->banks ? "--banks" : NULL;
    if (q->predict && (text_flag || q->out))
        return fail(why, "--predict: runs nothing; not together with %s",
                    q->out ? "--out" : text_flag);
    if ((flag || q->predict) && q->experiment)
        return fail(why, "%s: not together with %s", flag ? flag : "--predict",
                    q->experiment->flag);
    if (q->svg && !q->heat && !q->banks && !(q->experiment && q->experiment->draws))
        return fail(why,
                    "--svg %s: draws what another flag shows, such as --heat FILE:LINE or "
                    "--banks; give both",
                    q->svg);
    if (q->svg && q->banks && (q->heat || q->step_count != 1))
        return fail(why, "--svg %s: one picture for --banks and one step alone (--step)", q->svg);
    if (q->svg && !check_target(q, "--svg", q->svg, why))
        return false;
    if (q->timeline && q->step_count != 1)
        return fail(why, "--timeline %s: one picture, for one step alone (--step)", q->timeline);
    if (q->timeline && !check_target(q, "--timeline", q->timeline, why))
        return false;
    if (q->heat) {
        const char *colon = strrchr(q->heat, ':');
        if (!colon || colon == q->heat || colon[1] == '\0' ||
            colon[1 + strspn(colon + 1, "0123456789")] != '\0')
            return fail(why, "--heat %s: not a place; allowed is FILE:LINE, such as kernel.cu:12",
                        q->heat);
    }
    if (text_flag && q->format != FORMAT_TABLE)
        return fail(why, "%s: text for people; not together with --format %s", text_flag,
                    format_names[q->format]);
    return true;
}

static bool parse(const struct chapter *chapter, int argc, char **argv, struct request *q,
                  struct raw *raw, struct failure *why)
{
    if (!options_parse(raw->options, raw->option_count, argc, argv, why))
        return false;
    if (q->help || q->list)
        return true;

    if (q->size >= 0 && (q->m >= 0 || q->n >= 0 || q->k >= 0))
        return fail(why, "--size %d: sets m, n and k; give it or -m, -n and -k, not both", q->size);
    if (q->size >= 0)
        q->m = q->n = q->k = q->size;
    if (q->cold && raw->hot)
        return fail(why, "--hot: not together with --cold");
    q->cold = !raw->hot;
    q->expect = q->expect || q->timeline;
    if (q->out && !check_target(q, "--out", q->out, why))
        return false;
    return choose_steps(chapter, &raw->steps, q, why) && choose_experiment(chapter, raw, q, why) &&
           check_observation(q, why) && check_kinds(q, why) && set_unsuited_aside(q, why) &&
           check_out(q, why) && sizes_from_files(q, why);
}

bool request_parse(const struct chapter *chapter, int argc, char **argv, struct request *q,
                   struct failure *why)
{
    const size_t steps = (size_t)chapter->step_count;
    *q = (struct request){.m = -1,
                          .n = -1,
                          .k = -1,
                          .size = -1,
                          .lda = -1,
                          .ldb = -1,
                          .ldc = -1,
                          .alpha = NAN,
                          .beta = NAN,
                          .gamma = NAN,
                          .seed = 1};
    q->steps = malloc(2 * steps * sizeof(void *));
    if (!q->steps)
        return fail(why, "no memory for %zu steps", steps);
    q->unsuited = q->steps + steps;
    struct raw raw;
    const bool good =
        make_options(chapter, q, &raw, why) && parse(chapter, argc, argv, q, &raw, why);
    free_options(&raw);
    if (!good)
        request_free(q);
    return good;
}

void request_free(struct request *q) { free(q->steps); }
