// SPDX-License-Identifier: MIT
//
// request_problem.c: what m, n, k, alpha and beta are: by flags, by files, by default.
#include "request_parts.h"

#include <math.h>
#include <string.h>

#include "../../step/kind.h"
#include "../npy/npy.h"

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
                        "%s %s: %s takes %s, which NumPy's files cannot hold; choose other steps "
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

bool sizes_from_files(struct request *q, struct failure *why)
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

// ---- Scales ---------------------------------------------------------------------------------------

bool hold_scale(double asked, enum dtype type, double *held)
{
    unsigned char element[sizeof(double)];
    dtype_from_double(type, &asked, 1, element);
    dtype_to_double(type, element, 1, held);
    const bool is_integer = dtype_epsilon(type) == 0;
    return *held == asked || (!is_integer && isfinite(*held) && *held != 0);
}

// ---- Problems ------------------------------------------------------------------------------------

// The first one that was set. The chapter's default comes last, and may be 0.
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
    const int k = !setup->gpu ? 0 : on_gpu ? c->default_k_gpu : c->default_k_emulated;
    const struct sizes none = {0, 0, 0};
    const struct sizes own = !step ? none : on_gpu ? step->default_gpu : step->default_emulated;
    return (struct sizes){
        .m = first_set(q->m, own.m, size),
        .n = first_set(q->n, own.n, size),
        .k = first_set(q->k, own.k, k > 0 ? k : size),
    };
}

// Rounded as the accumulator rounds it; a step that cannot hold it at all is not run.
static double scale_of(double asked, double usual, enum dtype type)
{
    const double scale = isnan(asked) ? usual : asked;
    double held;
    return hold_scale(scale, type, &held) ? held : scale;
}

static int stride_of(const struct kind *kind, char letter, int asked, int row)
{
    return asked >= 0 && strchr(kind->strides, letter) ? asked : row;
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
    p.lda = stride_of(kind, 'a', q->lda, shapes.A.cols);
    p.ldb = stride_of(kind, 'b', q->ldb, shapes.B.cols);
    p.ldc = stride_of(kind, 'c', q->ldc, shapes.C.cols);
    return p;
}

bool request_holds_rows(const struct request *q, const struct step *step, const struct setup *setup,
                        struct failure *why)
{
    const struct gemm_problem p = request_problem(q, step, setup);
    const struct shapes s = kind_of(step)->shapes(&p);
    const int ld[] = {p.lda, p.ldb, p.ldc}, row[] = {s.A.cols, s.B.cols, s.C.cols};
    for (int i = 0; i < 3; i++)
        if (ld[i] < row[i])
            return fail(why, "--ld%c %d: a row of %c has %d elements; allowed is that or more",
                        'a' + i, ld[i], 'A' + i, row[i]);
    return true;
}

bool request_same_problem(const struct request *q, const struct step *a, const struct step *b,
                          const struct setup *setup)
{
    const struct gemm_problem p = request_problem(q, a, setup), r = request_problem(q, b, setup);
    return a->kind == b->kind && a->place == b->place && a->type_ab == b->type_ab &&
           a->type_c == b->type_c && a->converts_to_f16 == b->converts_to_f16 &&
           a->scaled == b->scaled && a->promoted == b->promoted &&
           a->on_tensor_cores == b->on_tensor_cores && p.m == r.m && p.n == r.n && p.k == r.k &&
           p.lda == r.lda && p.ldb == r.ldb && p.ldc == r.ldc && p.alpha == r.alpha &&
           p.beta == r.beta && p.gamma == r.gamma;
}
