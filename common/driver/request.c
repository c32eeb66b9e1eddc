// SPDX-License-Identifier: MIT
#include "request.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../step/kind.h"

enum { MAX_EXPERIMENTS = 8, MAX_REPS = 1000000 };

static const char *const format_names[] = {"table", "csv", "json", NULL};

// What the flags write into, where that is not the request itself.
struct raw {
    struct texts steps;
    bool hot;
    // Of each experiment: that it was asked for, or what stood behind its flag.
    bool switches[MAX_EXPERIMENTS];
    const char *values[MAX_EXPERIMENTS];
};

static bool has_kind(const struct chapter *chapter, enum step_kind kind)
{
    for (int i = 0; i < chapter->step_count; i++)
        if (chapter_step(chapter, i)->kind == kind)
            return true;
    return false;
}

// ---- The table of flags --------------------------------------------------------------------------

enum { MAX_OPTIONS = 27 + MAX_EXPERIMENTS };

static int make_options(const struct chapter *chapter, struct request *q, struct raw *raw,
                        struct option options[MAX_OPTIONS])
{
    const struct option common[] = {
        {"-m", "M", "rows of A and C", OPTION_INT, &q->m, 0, INT_MAX, NULL},
        {"-n", "N", "columns of B and C", OPTION_INT, &q->n, 0, INT_MAX, NULL},
        {"-k", "K", "columns of A, rows of B", OPTION_INT, &q->k, 0, INT_MAX, NULL},
        {"--trans-a", NULL, "C = a A^T B + b C: A is stored k x m", OPTION_SWITCH, &q->trans_a, 0,
         0, NULL},
        {"--trans-b", NULL, "C = a A B^T + b C: B is stored n x k", OPTION_SWITCH, &q->trans_b, 0,
         0, NULL},
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
        {"--banks", NULL, "what each access asks of shared memory's banks (emulated GPU only)",
         OPTION_SWITCH, &q->banks, 0, 0, NULL},
        {"--svg", "FILE", "draw into this file, too, what another flag shows", OPTION_TEXT, &q->svg,
         0, 0, NULL},
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
    for (int i = 0; i < chapter->experiment_count && i < MAX_EXPERIMENTS; i++) {
        const struct experiment *e = &chapter->experiments[i];
        options[count++] = (struct option){
            .flag = e->flag,
            .argument = e->argument,
            .help = e->help,
            .kind = e->argument ? OPTION_TEXT : OPTION_SWITCH,
            .value = e->argument ? (void *)&raw->values[i] : (void *)&raw->switches[i],
        };
    }
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
        only_gemm = only_gemm && chapter_step(chapter, i)->kind == STEP_GEMM;
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
                                 chapter_step(chapter, i)->name);
}

static const struct step *find_step(const struct chapter *chapter, const char *wanted,
                                    struct failure *why)
{
    const struct step *found = NULL;
    int best = 0;
    bool ambiguous = false;
    for (int i = 0; i < chapter->step_count; i++) {
        const int quality = match(chapter_step(chapter, i)->name, wanted);
        if (quality > best || (quality > 0 && quality == best)) {
            ambiguous = quality == best;
            found = chapter_step(chapter, i);
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
        const char *name = chapter_step(chapter, i)->name;
        const size_t digits = strspn(name, "0123456789");
        if (digits == 0 || digits != length || memcmp(name, wanted, digits) != 0)
            continue;
        choose_step(chapter_step(chapter, i), q);
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
            q->steps[q->step_count++] = chapter_step(chapter, i);
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

// A tf32 is a float32 in memory.
static bool file_holds(enum dtype in_file, enum dtype wanted)
{
    return in_file == wanted || (in_file == DTYPE_F32 && wanted == DTYPE_TF32);
}

static bool read_head(const char *flag, const char *path, const struct request *q,
                      struct npy_header *header, struct failure *why)
{
    struct failure reason;
    if (!npy_read_header(path, header, &reason))
        return fail(why, "%s %s", flag, reason.text);
    for (int i = 0; i < q->step_count; i++) {
        const struct step *step = q->steps[i];
        const char *name = npy_type_name(step->type_ab);
        if (!name)
            return fail(why,
                        "%s %s: %s takes %s, which NumPy's files cannot hold; choose others "
                        "with --step",
                        flag, path, step->name, dtype_name(step->type_ab));
        if (!file_holds(header->type, step->type_ab))
            return fail(why,
                        "%s %s: elements of type %s, but %s takes %s; in NumPy: "
                        "numpy.save(name, X.astype(numpy.%s))",
                        flag, path, dtype_name(header->type), step->name, dtype_name(step->type_ab),
                        name);
    }
    return true;
}

static bool sizes_from_files(struct request *q, struct failure *why)
{
    struct npy_header A = {.rows = 0}, B = {.rows = 0};
    const bool ta = q->trans_a, tb = q->trans_b;
    if (q->a && !(read_head("--a", q->a, q, &A, why) &&
                  agree("--a", q->a, "m", ta ? A.cols : A.rows, &q->m, why) &&
                  agree("--a", q->a, "k", ta ? A.rows : A.cols, &q->k, why)))
        return false;
    if (q->b && !read_head("--b", q->b, q, &B, why))
        return false;
    const int k_of_a = ta ? A.rows : A.cols, k_of_b = tb ? B.cols : B.rows;
    if (q->a && q->b && k_of_a != k_of_b)
        return fail(why, "--b %s: has %d %s, but %s has %d %s; A is %s, B is %s", q->b, k_of_b,
                    tb ? "columns" : "rows", q->a, k_of_a, ta ? "rows" : "columns",
                    ta ? "k x m" : "m x k", tb ? "n x k" : "k x n");
    return !q->b || (agree("--b", q->b, "k", k_of_b, &q->k, why) &&
                     agree("--b", q->b, "n", tb ? B.rows : B.cols, &q->n, why));
}

// ---- Transposes and scales -----------------------------------------------------------------------

static void list_transposes(unsigned transposes, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned t = TRANSPOSE_NN; t <= TRANSPOSE_TT && used < size; t <<= 1)
        if (transposes & t)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                                     transpose_name(t));
}

static bool takes_transposes(const struct request *q, const struct step *step, struct failure *why)
{
    static const char *const flags[2][2] = {{"neither --trans-a nor --trans-b", "--trans-b"},
                                            {"--trans-a", "--trans-a and --trans-b"}};
    const struct gemm_problem p = {.trans_a = q->trans_a, .trans_b = q->trans_b};
    const unsigned wanted = gemm_transpose(&p), there = step_transposes(step);
    char text[40];
    if (step->kind != STEP_GEMM || wanted & there)
        return true;
    list_transposes(there, text, sizeof text);
    return fail(why, "takes %s, not %s (%s)", text, transpose_name(wanted),
                flags[q->trans_a][q->trans_b]);
}

// The scale as the accumulator has it. False where that would be another number than a rounded one:
// 0.5 of an integer, infinity, zero.
static bool hold_scale(double asked, enum dtype type, double *held)
{
    unsigned char element[sizeof(double)];
    dtype_from_double(type, &asked, 1, element);
    dtype_to_double(type, element, 1, held);
    const bool is_integer = dtype_epsilon(type) == 0;
    return *held == asked || (!is_integer && isfinite(*held) && *held != 0);
}

static bool holds_scale(const char *flag, char letter, double asked, const struct step *step,
                        struct failure *why)
{
    double held;
    return isnan(asked) || !strchr(kind_of(step)->scales, letter) ||
           hold_scale(asked, step->type_c, &held) ||
           fail(why, "computes in %s, which cannot hold %s %g", dtype_name(step->type_c), flag,
                asked);
}

bool request_suits(const struct request *q, const struct step *step, struct failure *why)
{
    return takes_transposes(q, step, why) && holds_scale("--alpha", 'a', q->alpha, step, why) &&
           holds_scale("--beta", 'b', q->beta, step, why) &&
           holds_scale("--gamma", 'c', q->gamma, step, why);
}

// A step that does not suit is refused where --step names it; else it is set aside.
static bool set_unsuited_aside(struct request *q, struct failure *why)
{
    const bool transposed = q->trans_a || q->trans_b;
    struct failure reason, first = {""};
    bool any_transposed = false;
    int suited = 0;
    for (int i = 0; i < q->step_count; i++) {
        const struct step *step = q->steps[i];
        if (request_suits(q, step, &reason)) {
            any_transposed = any_transposed || step->kind == STEP_GEMM;
            q->steps[suited++] = step;
            continue;
        }
        if (q->steps_named)
            return fail(why, "--step %s: %s", step->name, reason.text);
        if (q->unsuited_count == 0)
            fail(&first, "%s %.200s", step->name, reason.text);
        q->unsuited[q->unsuited_count++] = step;
    }
    q->step_count = suited;
    if (transposed && !any_transposed && q->unsuited_count == 0)
        return fail(why, "--trans-%c: none of the chosen steps has one", q->trans_a ? 'a' : 'b');
    return (suited > 0 && (any_transposed || !transposed)) ||
           fail(why, "no step can do that: %s; --list shows what each takes", first.text);
}

// ---- The whole -----------------------------------------------------------------------------------

static bool takes_along(const struct experiment *e, const struct experiment *other)
{
    return e->beside && strcmp(e->beside, other->flag) == 0;
}

// One experiment, and perhaps the one that it has beside it, for its value.
static bool choose_experiment(const struct chapter *chapter, const struct raw *raw,
                              struct request *q, struct failure *why)
{
    for (int i = 0; i < chapter->experiment_count && i < MAX_EXPERIMENTS; i++) {
        const struct experiment *e = &chapter->experiments[i];
        if (!raw->switches[i] && !raw->values[i])
            continue;
        if (q->experiment && takes_along(q->experiment, e)) {
            q->experiment_beside = raw->values[i];
            continue;
        }
        if (q->experiment && !takes_along(e, q->experiment))
            return fail(why, "%s: not together with %s", e->flag, q->experiment->flag);
        q->experiment_beside = q->experiment_value;
        q->experiment_value = raw->values[i];
        q->experiment = e;
    }
    if (q->experiment && q->out)
        return fail(why, "--out %s: %s computes no C to write", q->out, q->experiment->flag);
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

static bool check_observation(const struct request *q, struct failure *why)
{
    struct failure reason;
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
    if (q->svg && !npy_can_write(q->svg, &reason))
        return fail(why, "--svg %s", reason.text);
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
           check_observation(q, why) && check_kinds(q, why) && set_unsuited_aside(q, why) &&
           check_out(q, why) && sizes_from_files(q, why);
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

// Rounded as the accumulator rounds it; a step that cannot hold it at all is not run.
static double scale_of(double asked, double usual, enum dtype type)
{
    const double scale = isnan(asked) ? usual : asked;
    double held;
    return hold_scale(scale, type, &held) ? held : scale;
}

struct gemm_problem request_problem(const struct request *q, const struct step *step,
                                    const struct setup *setup)
{
    const struct kind *kind = step ? kind_of(step) : &kind_gemm;
    const enum dtype type = step ? step->type_c : DTYPE_F32;
    const struct sizes sizes = sizes_of(q, step, setup);
    struct gemm_problem p = {
        .trans_a = kind == &kind_gemm && q->trans_a,
        .trans_b = kind == &kind_gemm && q->trans_b,
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
    return a->kind == b->kind && a->type_ab == b->type_ab && a->type_c == b->type_c &&
           a->converts_to_f16 == b->converts_to_f16 && a->on_tensor_cores == b->on_tensor_cores &&
           p.m == r.m && p.n == r.n && p.k == r.k && p.alpha == r.alpha && p.beta == r.beta &&
           p.gamma == r.gamma;
}
