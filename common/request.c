// SPDX-License-Identifier: MIT
#include "request.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kind.h"

enum { MAX_EXPERIMENTS = 8, MAX_REPS = 1000000 };

static const char *const format_names[] = {"table", "csv", "json", NULL};

// What the flags write into, where that is not the request itself.
struct raw {
    struct texts steps;
    bool hot, experiments[MAX_EXPERIMENTS];
};

static bool has_kind(const struct chapter *chapter, enum step_kind kind)
{
    for (int i = 0; i < chapter->step_count; i++)
        if (chapter->steps[i].kind == kind)
            return true;
    return false;
}

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
    if (has_kind(chapter, STEP_VECTOR))
        options[count++] = (struct option){
            .flag = "--gamma",
            .argument = "c",
            .help = "of a vector step: z = a x + b y + c (a 2, b 3, c 1)",
            .kind = OPTION_REAL,
            .value = &q->gamma,
        };
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
    if (chapter->default_k_gpu > 0)
        fprintf(out, " (k: %d)", chapter->default_k_gpu);
    fputs(".", out);
}

void request_help(const struct chapter *chapter, FILE *out)
{
    struct request q = {.m = -1};
    struct raw raw;
    struct option options[MAX_OPTIONS];
    const int count = make_options(chapter, &q, &raw, options);
    bool only_gemm = true;
    for (int i = 0; i < chapter->step_count; i++)
        only_gemm = only_gemm && chapter->steps[i].kind == STEP_GEMM;
    fprintf(out,
            "%s: %s\n\n"
            "Computes %s by each step of the chapter, checks every element\n"
            "against a float64 reference, then says how fast the step was (on the emulated GPU:\n"
            "what it cost).\n\n"
            "usage: %s [flags]        (--flag VALUE or --flag=VALUE)\n\n",
            chapter->name, chapter->title,
            only_gemm ? "C = alpha A B + beta C" : "what --list says", chapter->name);
    options_print(options, count, out);
    print_defaults(chapter, out);
    fputs("\nExit status: 0 all right, 1 a step was wrong or the machine failed, 2 bad request.\n",
          out);
}

// ---- Steps ---------------------------------------------------------------------------------------

// 0: no match; more: a better one. "2_coalesced" is meant by its whole name, by "coalesced"
// and by any part (and by "2": choose_number).
static int match(const char *name, const char *wanted)
{
    const size_t digits = strspn(name, "0123456789");
    const char *words = name[digits] == '_' ? name + digits + 1 : name + digits;
    if (strcmp(name, wanted) == 0 || strcmp(words, wanted) == 0)
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

static void choose_step(const struct step *step, struct request *q)
{
    for (int i = 0; i < q->step_count; i++)
        if (q->steps[i] == step)
            return;
    if (q->step_count < MAX_STEPS)
        q->steps[q->step_count++] = step;
}

// "6" means every step of that number: variants of one step share theirs. False: no such number.
static bool choose_number(const struct chapter *chapter, const char *wanted, struct request *q)
{
    const size_t length = strlen(wanted);
    bool found = false;
    for (int i = 0; i < chapter->step_count; i++) {
        const char *name = chapter->steps[i].name;
        const size_t digits = strspn(name, "0123456789");
        if (digits == 0 || digits != length || memcmp(name, wanted, digits) != 0)
            continue;
        choose_step(&chapter->steps[i], q);
        found = true;
    }
    return found;
}

static bool choose_steps(const struct chapter *chapter, const struct texts *wanted,
                         struct request *q, struct failure *why)
{
    q->steps_named = wanted->count > 0;
    if (!q->steps_named)
        for (int i = 0; i < chapter->step_count && i < MAX_STEPS; i++)
            q->steps[q->step_count++] = &chapter->steps[i];
    for (int i = 0; i < wanted->count; i++) {
        if (choose_number(chapter, wanted->text[i], q))
            continue;
        const struct step *step = find_step(chapter, wanted->text[i], why);
        if (!step)
            return false;
        choose_step(step, q);
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

// A flag that none of the chosen steps would look at is a misunderstanding.
static bool any_step_has(const struct request *q, char letter)
{
    for (int i = 0; i < q->step_count; i++) {
        const struct kind *kind = kind_of(q->steps[i]);
        if (strchr(kind->sizes, letter) || strchr(kind->scales, letter))
            return true;
    }
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
    for (int i = 0; i < q->step_count && (q->a || q->b); i++)
        if (q->steps[i]->kind != STEP_GEMM)
            return fail(why,
                        "%s %s: only GEMM steps read files, and %s is none; choose with --step",
                        q->a ? "--a" : "--b", q->a ? q->a : q->b, q->steps[i]->name);
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
    *q = (struct request){
        .m = -1, .n = -1, .k = -1, .size = -1, .alpha = NAN, .beta = NAN, .gamma = NAN, .seed = 1};
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
    struct failure reason;
    if (q->out && !npy_can_write(q->out, &reason))
        return fail(why, "--out %s", reason.text);
    return choose_steps(chapter, &raw.steps, q, why) && choose_experiment(chapter, &raw, q, why) &&
           check_observation(q, why) && check_kinds(q, why) && sizes_from_files(q, why);
}

// ---- Problems ------------------------------------------------------------------------------------

// The first that somebody has set. The chapter's default comes last, and may be 0.
static int first_set(int asked, int of_step, int of_chapter)
{
    return asked >= 0 ? asked : of_step > 0 ? of_step : of_chapter;
}

static struct sizes sizes_of(const struct request *q, const struct step *step,
                             const struct setup *setup)
{
    const struct chapter *c = setup->chapter;
    const bool on_gpu = setup->gpu && !setup->machine.is_emulated;
    const int size = !setup->gpu ? c->default_size_cpu
                     : on_gpu    ? c->default_size_gpu
                                 : c->default_size_emulated;
    const struct sizes none = {0, 0, 0};
    const struct sizes own = !step ? none : on_gpu ? step->default_gpu : step->default_emulated;
    return (struct sizes){
        .m = first_set(q->m, own.m, size),
        .n = first_set(q->n, own.n, size),
        .k = first_set(q->k, own.k, on_gpu && c->default_k_gpu > 0 ? c->default_k_gpu : size),
    };
}

// What the type of the accumulator cannot hold is not what the step would compute with.
static double scale_of(double asked, double usual, enum dtype type)
{
    const double scale = isnan(asked) ? usual : asked;
    unsigned char rounded[sizeof(double)];
    double result;
    dtype_from_double(type, &scale, 1, rounded);
    dtype_to_double(type, rounded, 1, &result);
    return result;
}

struct gemm_problem request_problem(const struct request *q, const struct step *step,
                                    const struct setup *setup)
{
    const struct kind *kind = step ? kind_of(step) : &kind_gemm;
    const enum dtype type = step ? step->type_c : DTYPE_F32;
    const struct sizes sizes = sizes_of(q, step, setup);
    struct gemm_problem p = {
        .m = strchr(kind->sizes, 'm') ? sizes.m : 0,
        .n = strchr(kind->sizes, 'n') ? sizes.n : 0,
        .k = strchr(kind->sizes, 'k') ? sizes.k : 0,
        .alpha = scale_of(q->alpha, kind->alpha, type),
        .beta = scale_of(q->beta, kind->beta, type),
        .gamma = scale_of(q->gamma, kind->gamma, type),
    };
    const struct shapes shapes = kind->shapes(&p);
    p.lda = shapes.A.cols;
    p.ldb = shapes.B.cols;
    p.ldc = shapes.C.cols;
    return p;
}

bool request_same_problem(const struct request *q, const struct step *a, const struct step *b,
                          const struct setup *setup)
{
    const struct gemm_problem p = request_problem(q, a, setup), r = request_problem(q, b, setup);
    return a->kind == b->kind && a->type_ab == b->type_ab && a->type_c == b->type_c && p.m == r.m &&
           p.n == r.n && p.k == r.k && p.alpha == r.alpha && p.beta == r.beta && p.gamma == r.gamma;
}
