// SPDX-License-Identifier: MIT
#include "request.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_EXPERIMENTS = 8, MAX_REPS = 1000000 };

static const char *const format_names[] = {"table", "csv", "json", NULL};

// What the flags write into, where that is not the request itself.
struct raw {
    struct texts steps;
    bool hot, experiments[MAX_EXPERIMENTS];
};

// ---- The table of flags --------------------------------------------------------------------------

enum { MAX_OPTIONS = 32 };

static int make_options(const struct chapter *chapter, struct request *q, struct raw *raw,
                        struct option options[MAX_OPTIONS])
{
    const struct option common[] = {
        {"-m", "M", "rows of A and C", OPTION_INT, &q->m, 0, INT_MAX, NULL},
        {"-n", "N", "columns of B and C", OPTION_INT, &q->n, 0, INT_MAX, NULL},
        {"-k", "K", "columns of A, rows of B", OPTION_INT, &q->k, 0, INT_MAX, NULL},
        {"--size", "S", "m, n and k at once", OPTION_INT, &q->size, 0, INT_MAX, NULL},
        {"--step", "NAME", "run this step only: a name, a number or a part of a name; repeatable",
         OPTION_TEXTS, &raw->steps, 0, 0, NULL},
        {"--alpha", "a", "C = a A B + b C (1)", OPTION_REAL, &q->alpha, 0, 0, NULL},
        {"--beta", "b", "C = a A B + b C (0)", OPTION_REAL, &q->beta, 0, 0, NULL},
        {"--a", "A.npy", "read A from this file of NumPy's (else random)", OPTION_TEXT, &q->a, 0, 0,
         NULL},
        {"--b", "B.npy", "read B from this file of NumPy's (else random)", OPTION_TEXT, &q->b, 0, 0,
         NULL},
        {"--out", "C.npy", "write the C of the last step that was right", OPTION_TEXT, &q->out, 0,
         0, NULL},
        {"--reps", "R", "timed repetitions", OPTION_INT, &q->reps, 1, MAX_REPS, NULL},
        {"--seed", "S", "of the random matrices (1)", OPTION_LONG, &q->seed, 0, LLONG_MAX, NULL},
        {"--format", "F", "table, csv or json (one object a line)", OPTION_CHOICE, &q->format, 0, 0,
         format_names},
        {"--cold", NULL, "empty the L2 cache before each timed run on a GPU (default)",
         OPTION_SWITCH, &q->cold, 0, 0, NULL},
        {"--hot", NULL, "leave the L2 cache as the run before left it", OPTION_SWITCH, &raw->hot, 0,
         0, NULL},
        {"--gpu", "NAME", "which GPU to emulate (emulated GPU only)", OPTION_TEXT, &q->gpu, 0, 0,
         NULL},
        {"--predict", NULL, "do not run: what the formulas say the steps cost, at any size",
         OPTION_SWITCH, &q->predict, 0, 0, NULL},
        {"--counters", NULL, "all counters, each beside its prediction (emulated GPU only)",
         OPTION_SWITCH, &q->counters, 0, 0, NULL},
        {"--lines", NULL, "the source, with what each line cost (emulated GPU only)", OPTION_SWITCH,
         &q->lines, 0, 0, NULL},
        {"--heat", "FILE:LINE", "what one warp touches there (emulated GPU only)", OPTION_TEXT,
         &q->heat, 0, 0, NULL},
        {"--svg", "FILE", "with --heat: draw it into this file, too", OPTION_TEXT, &q->svg, 0, 0,
         NULL},
        {"--list", NULL, "list the steps and stop", OPTION_SWITCH, &q->list, 0, 0, NULL},
        {"--help", NULL, "print this and stop", OPTION_SWITCH, &q->help, 0, 0, NULL},
    };
    int count = sizeof common / sizeof *common;
    memcpy(options, common, sizeof common);
    for (int i = 0; i < chapter->experiment_count && i < MAX_EXPERIMENTS; i++)
        options[count++] = (struct option){
            .flag = chapter->experiments[i].flag,
            .help = chapter->experiments[i].help,
            .kind = OPTION_SWITCH,
            .value = &raw->experiments[i],
        };
    return count;
}

static void print_defaults(const struct chapter *chapter, FILE *out)
{
    const struct {
        const char *where;
        int size;
    } defaults[] = {{"the CPU", chapter->default_size_cpu},
                    {"the emulated GPU", chapter->default_size_emulated},
                    {"a GPU", chapter->default_size_gpu}};
    fputs("\nm, n and k that neither a flag nor a file gives:", out);
    const char *separator = " ";
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
        if (defaults[i].size > 0) {
            fprintf(out, "%s%d on %s", separator, defaults[i].size, defaults[i].where);
            separator = ", ";
        }
    fputs(".", out);
}

void request_help(const struct chapter *chapter, FILE *out)
{
    struct request q = {.m = -1};
    struct raw raw;
    struct option options[MAX_OPTIONS];
    const int count = make_options(chapter, &q, &raw, options);
    fprintf(out,
            "%s: %s\n\n"
            "Computes C = alpha A B + beta C by each step of the chapter, checks every element\n"
            "against a float64 reference, then says how fast the step was (on the emulated GPU:\n"
            "what it cost).\n\n"
            "usage: %s [flags]        (--flag VALUE or --flag=VALUE)\n\n",
            chapter->name, chapter->title, chapter->name);
    options_print(options, count, out);
    print_defaults(chapter, out);
    fputs("\nExit status: 0 all right, 1 a step was wrong or the machine failed, 2 bad request.\n",
          out);
}

// ---- Steps ---------------------------------------------------------------------------------------

// 0: no match; more: a better one. "2_coalesced" is meant by its whole name, by "coalesced", by "2"
// and by any part.
static int match(const char *name, const char *wanted)
{
    const size_t digits = strspn(name, "0123456789");
    const char *words = name[digits] == '_' ? name + digits + 1 : name + digits;
    if (strcmp(name, wanted) == 0 || strcmp(words, wanted) == 0)
        return 2;
    if (strlen(wanted) == digits && memcmp(name, wanted, digits) == 0)
        return 2;
    return strstr(name, wanted) != NULL;
}

static void list_names(const struct chapter *chapter, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < chapter->step_count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "",
                                 chapter->steps[i].name);
}

static const struct step *find_step(const struct chapter *chapter, const char *wanted,
                                    struct failure *why)
{
    const struct step *found = NULL;
    int best = 0;
    bool ambiguous = false;
    for (int i = 0; i < chapter->step_count; i++) {
        const int quality = match(chapter->steps[i].name, wanted);
        if (quality > best || (quality > 0 && quality == best)) {
            ambiguous = quality == best;
            found = &chapter->steps[i];
            best = quality;
        }
    }
    if (found && !ambiguous)
        return found;
    char names[500];
    list_names(chapter, names, sizeof names);
    fail(why, "--step %.200s: %s; the steps are %s", wanted,
         ambiguous ? "more than one step is called so" : "no such step", names);
    return NULL;
}

static bool choose_steps(const struct chapter *chapter, const struct texts *wanted,
                         struct request *q, struct failure *why)
{
    q->steps_named = wanted->count > 0;
    if (!q->steps_named)
        for (int i = 0; i < chapter->step_count && i < MAX_STEPS; i++)
            q->steps[q->step_count++] = &chapter->steps[i];
    for (int i = 0; i < wanted->count; i++) {
        const struct step *step = find_step(chapter, wanted->text[i], why);
        if (!step)
            return false;
        bool already = false;
        for (int j = 0; j < q->step_count; j++)
            already = already || q->steps[j] == step;
        if (!already)
            q->steps[q->step_count++] = step;
    }
    return true;
}

// ---- Sizes from files ----------------------------------------------------------------------------

// A size that a file states must agree with the flag that states it too.
static bool agree(const char *flag, const char *path, const char *letter, int in_file, int *size,
                  struct failure *why)
{
    if (*size >= 0 && *size != in_file)
        return fail(why, "%s %s: says %s = %d, but %s = %d was asked for", flag, path, letter,
                    in_file, letter, *size);
    *size = in_file;
    return true;
}

static bool read_head(const char *flag, const char *path, const struct request *q,
                      struct npy_header *header, struct failure *why)
{
    struct failure reason;
    if (!npy_read_header(path, header, &reason))
        return fail(why, "%s %s", flag, reason.text);
    for (int i = 0; i < q->step_count; i++)
        if (q->steps[i]->type_ab != header->type)
            return fail(why, "%s %s: elements of type %s, but %s takes %s%s", flag, path,
                        dtype_name(header->type), q->steps[i]->name,
                        dtype_name(q->steps[i]->type_ab),
                        q->steps[i]->type_ab == DTYPE_F32
                            ? "; in NumPy: numpy.save(name, A.astype(numpy.float32))"
                            : "");
    return true;
}

static bool sizes_from_files(struct request *q, struct failure *why)
{
    struct npy_header A, B;
    if (q->a &&
        !(read_head("--a", q->a, q, &A, why) && agree("--a", q->a, "m", A.rows, &q->m, why) &&
          agree("--a", q->a, "k", A.cols, &q->k, why)))
        return false;
    if (q->b && !read_head("--b", q->b, q, &B, why))
        return false;
    if (q->a && q->b && A.cols != B.rows)
        return fail(why, "--b %s: has %d rows, but %s has %d columns; A is m x k, B is k x n", q->b,
                    B.rows, q->a, A.cols);
    return !q->b || (agree("--b", q->b, "k", B.rows, &q->k, why) &&
                     agree("--b", q->b, "n", B.cols, &q->n, why));
}

// ---- The whole -----------------------------------------------------------------------------------

static bool choose_experiment(const struct chapter *chapter, const struct raw *raw,
                              struct request *q, struct failure *why)
{
    for (int i = 0; i < chapter->experiment_count && i < MAX_EXPERIMENTS; i++) {
        if (!raw->experiments[i])
            continue;
        if (q->experiment)
            return fail(why, "%s: not together with %s", chapter->experiments[i].flag,
                        q->experiment->flag);
        q->experiment = &chapter->experiments[i];
        if (q->out)
            return fail(why, "--out %s: %s computes no C to write", q->out, q->experiment->flag);
    }
    return true;
}

static bool check_observation(const struct request *q, struct failure *why)
{
    struct failure reason;
    const char *flag = q->counters ? "--counters"
                       : q->lines  ? "--lines"
                       : q->heat   ? "--heat"
                                   : NULL;
    if (q->predict && (q->lines || q->heat || q->out))
        return fail(why, "--predict: runs nothing; not together with %s",
                    q->out     ? "--out"
                    : q->lines ? "--lines"
                               : "--heat");
    if ((flag || q->predict) && q->experiment)
        return fail(why, "%s: not together with %s", flag ? flag : "--predict",
                    q->experiment->flag);
    if (q->svg && !q->heat)
        return fail(why, "--svg %s: draws what --heat FILE:LINE shows; give both", q->svg);
    if (q->svg && !npy_can_write(q->svg, &reason))
        return fail(why, "--svg %s", reason.text);
    if (q->heat) {
        const char *colon = strrchr(q->heat, ':');
        if (!colon || colon == q->heat || colon[1] == '\0' ||
            colon[1 + strspn(colon + 1, "0123456789")] != '\0')
            return fail(why, "--heat %s: not a place; allowed is FILE:LINE, such as kernel.cu:12",
                        q->heat);
    }
    if ((q->lines || q->heat) && q->format != FORMAT_TABLE)
        return fail(why, "%s: text for people; not together with --format %s",
                    q->lines ? "--lines" : "--heat", format_names[q->format]);
    return true;
}

bool request_parse(const struct chapter *chapter, int argc, char **argv, struct request *q,
                   struct failure *why)
{
    *q = (struct request){.m = -1, .n = -1, .k = -1, .size = -1, .alpha = 1, .seed = 1};
    struct raw raw = {.hot = false};
    struct option options[MAX_OPTIONS];
    const int count = make_options(chapter, q, &raw, options);
    if (!options_parse(options, count, argc, argv, why))
        return false;
    if (q->help || q->list)
        return true;

    if (q->size >= 0 && (q->m >= 0 || q->n >= 0 || q->k >= 0))
        return fail(why, "--size %d: sets m, n and k; give it or -m, -n and -k, not both", q->size);
    if (q->size >= 0)
        q->m = q->n = q->k = q->size;
    if (q->cold && raw.hot)
        return fail(why, "--hot: not together with --cold");
    q->cold = !raw.hot;
    // The accumulator is float32: what it cannot hold is not what the steps would compute with.
    q->alpha = (double)(float)q->alpha;
    q->beta = (double)(float)q->beta;

    struct failure reason;
    if (q->out && !npy_can_write(q->out, &reason))
        return fail(why, "--out %s", reason.text);
    return choose_steps(chapter, &raw.steps, q, why) && choose_experiment(chapter, &raw, q, why) &&
           check_observation(q, why) && sizes_from_files(q, why);
}

void request_resolve_sizes(struct request *q, int default_size)
{
    int *const sizes[] = {&q->m, &q->n, &q->k};
    for (int i = 0; i < 3; i++)
        if (*sizes[i] < 0)
            *sizes[i] = default_size;
}

struct gemm_problem request_problem(const struct request *q)
{
    return (struct gemm_problem){
        .m = q->m,
        .n = q->n,
        .k = q->k,
        .alpha = q->alpha,
        .beta = q->beta,
        .lda = q->k,
        .ldb = q->n,
        .ldc = q->n,
    };
}
