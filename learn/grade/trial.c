// SPDX-License-Identifier: MIT
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../common/step/kind.h"
#include "../../common/step/verify.h"

// ---- The problem ---------------------------------------------------------------------------------

// splitmix64: any seed will do.
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int draw(int size, uint64_t *state)
{
    return size == DRAWN ? 1 + (int)(next_random(state) % LARGEST_DRAWN) : size;
}

static enum step_kind kind_of_form(enum form form)
{
    switch (form) {
    case FORM_VECTOR: return STEP_VECTOR;
    case FORM_ROW_SUM: return STEP_ROW_SUM;
    case FORM_SUM_SQUARES: return STEP_SUM_SQUARES;
    case FORM_TRANSPOSE: return STEP_TRANSPOSE;
    default: return STEP_GEMM;
    }
}

// What the kind does not have stays as a plain product has it.
static struct gemm_problem problem_of(const struct exercise *e, const struct kind *kind, int number,
                                      uint64_t seed)
{
    uint64_t state = seed + (uint64_t)number * 1000003u;
    const struct size size = e->sizes[number];
    const struct scales scales = e->scales[number % e->scales_count];
    const struct gaps gaps = e->gaps[number % e->gaps_count];
    const unsigned transpose = e->transposes[number % e->transpose_count];
    struct gemm_problem p = {
        .trans_a = transpose == TRANSPOSE_TN || transpose == TRANSPOSE_TT,
        .trans_b = transpose == TRANSPOSE_NT || transpose == TRANSPOSE_TT,
        .m = draw(size.m, &state),
        .n = draw(size.n, &state),
        .k = draw(size.k, &state),
        .alpha = strchr(kind->scales, 'a') ? scales.alpha : kind->alpha,
        .beta = strchr(kind->scales, 'b') ? scales.beta : kind->beta,
        .gamma = kind->gamma,
    };
    const struct shapes shapes = kind->shapes(&p);
    p.lda = shapes.A.cols + (strchr(kind->strides, 'a') ? gaps.a : 0);
    p.ldb = shapes.B.cols + (strchr(kind->strides, 'b') ? gaps.b : 0);
    p.ldc = shapes.C.cols + (strchr(kind->strides, 'c') ? gaps.c : 0);
    return p;
}

// ---- Operands ------------------------------------------------------------------------------------

// Every bit set is a NaN; of integers a large one.
static unsigned char filler(enum dtype type) { return dtype_epsilon(type) == 0 ? 0x55 : 0xFF; }

static bool make(struct matrix *M, enum dtype type, struct shape shape, int ld)
{
    if (!matrix_alloc(M, type, shape.rows, shape.cols, ld))
        return false;
    matrix_fill_bytes(M, filler(type));
    return true;
}

static bool make_operands(struct trial *t, uint64_t seed)
{
    const struct gemm_problem *p = &t->problem;
    const struct kind *kind = kind_of(&t->step);
    const struct shapes s = kind->shapes(p);
    if (!make(&t->A, t->step.type_ab, s.A, p->lda) || !make(&t->B, t->step.type_ab, s.B, p->ldb) ||
        !make(&t->C_before, t->step.type_c, s.C, p->ldc) ||
        !make(&t->C, t->step.type_c, s.C, p->ldc))
        return false;
    matrix_fill_random(&t->A, seed);
    matrix_fill_random(&t->B, seed + 1);
    if (kind_reads_c(kind, p))
        matrix_fill_random(&t->C_before, seed + 2);
    if (!step_reference(&t->reference, &t->step, p, &t->A, &t->B, &t->C_before))
        return false;
    t->reference.data = t->step.kind == STEP_GEMM ? DATA_RANDOM : DATA_ANY;
    return true;
}

// An offset for each (i, j): eight bytes, of which the runner knows only the number.
static bool make_offsets(struct trial *t)
{
    const struct shape shape = {t->problem.m, t->problem.n};
    return make(&t->C_before, DTYPE_F64, shape, shape.cols) &&
           make(&t->C, DTYPE_F64, shape, shape.cols);
}

bool trial_create(struct trial *t, const struct exercise *e, int number, uint64_t seed,
                  struct failure *why)
{
    *t = (struct trial){
        .step = {.kind = kind_of_form(e->form),
                 .type_ab = e->type_ab,
                 .type_c = e->type_c,
                 .transposes = TRANSPOSE_ALL,
                 .on_tensor_cores = e->form == FORM_GEMM && e->type_ab != DTYPE_F32}};
    t->whole_rows = e->form == FORM_PROGRAM;
    t->problem = problem_of(e, kind_of(&t->step), number, seed);
    uint64_t state = seed ^ (uint64_t)number << 32;
    if (e->form == FORM_NONE)
        return true;
    if (e->form == FORM_OFFSET ? make_offsets(t) : make_operands(t, next_random(&state)))
        return true;
    trial_free(t);
    return fail(why, "no memory for the operands");
}

void trial_free(struct trial *t)
{
    matrix_free(&t->A);
    matrix_free(&t->B);
    matrix_free(&t->C_before);
    matrix_free(&t->C);
    reference_free(&t->reference);
}

static size_t bytes_of(const struct trial *t, const struct matrix *M)
{
    return !M->data ? 0 : t->whole_rows ? matrix_bytes(M) : matrix_used_bytes(M);
}

static struct operand operand_of(const struct trial *t, const struct matrix *M)
{
    return (struct operand){.rows = M->rows,
                            .cols = M->cols,
                            .ld = M->ld,
                            .type = M->type,
                            .bytes = (long long)bytes_of(t, M)};
}

struct job trial_job(const struct trial *t, const void *inputs[3])
{
    inputs[0] = t->A.data, inputs[1] = t->B.data, inputs[2] = t->C_before.data;
    return (struct job){t->problem, operand_of(t, &t->A), operand_of(t, &t->B),
                        operand_of(t, &t->C_before)};
}

// ---- Judging -------------------------------------------------------------------------------------

static bool is_untouched(const struct trial *t, int row, int col)
{
    return memcmp(matrix_at(&t->C, row, col), matrix_at(&t->C_before, row, col),
                  dtype_size(t->C.type)) == 0;
}

// No sums are added: alpha or k is 0.
static bool has_products(const struct trial *t)
{
    return t->step.kind != STEP_GEMM || !gemm_only_scales(&t->problem);
}

static long long bytes_of_elements(const struct matrix *M)
{
    return M->data ? (long long)M->rows * M->cols * (long long)dtype_size(M->type) : 0;
}

// The kernels must have read A and B, each element at least once.
static bool kernels_read_operands(const struct trial *t, const struct counts *counts,
                                  struct failure *wrong)
{
    const long long operands = bytes_of_elements(&t->A) + bytes_of_elements(&t->B);
    const long long loaded = counts->global_load_bytes + counts->tma_load_bytes;
    return loaded >= operands ||
           fail(wrong,
                "kernels loaded only %lld of the %lld bytes that A and B have: "
                "what was not read cannot have been multiplied",
                loaded, operands);
}

// Each product of 16-bit and 8-bit elements is a multiplication and an addition on tensor cores.
static bool tensor_cores_worked(const struct trial *t, const struct counts *counts,
                                struct failure *wrong)
{
    enum { MOST_OF_MMA = 16 * 8 * 32 * 2 }; // operations of the largest mma.sync
    const struct gemm_problem *p = &t->problem;
    const double needed = 2.0 * p->m * p->n * p->k;
    const double most =
        (double)counts->mma_instructions * MOST_OF_MMA + (double)counts->wgmma_operations;
    return !t->step.on_tensor_cores || most >= needed ||
           fail(wrong, "the tensor cores did not compute it: %lld mma, %lld operations of wgmma",
                counts->mma_instructions, counts->wgmma_operations);
}

// An atomic operation loads and stores, but counts as neither.
static bool no_uncounted_atomics(const struct exercise *e, const struct counts *counts,
                                 struct failure *wrong)
{
    const long long atomics = counts->global_atomic_requests + counts->shared_atomic_requests;
    bool has_budget = false;
    for (int i = 0; i < e->check_count; i++)
        if (strstr(e->checks[i].rule, "atomic"))
            return true;
        else
            has_budget = has_budget || e->checks[i].kind == 'C';
    return !has_budget || atomics == 0 ||
           fail(wrong,
                "kernels made %lld requests of atomic operations, which the budget does not count: "
                "use loads and stores",
                atomics);
}

// A right result that no kernel of the learner's has computed is none. At most a few words may
// travel to the host during the call: a flag, not an operand. And what comes to the device by
// copies and as arguments is less than a result.
static bool computed_on_device(const struct trial *t, const struct exercise *e,
                               const struct outcome *o, struct failure *wrong)
{
    enum { A_FEW_BYTES = 64, ARGUMENTS = 1024 };
    const long long elements = (long long)t->C.rows * t->C.cols;
    if (e->on_cpu || !o->emulated || !has_products(t) || elements == 0)
        return true;
    if (!o->checked)
        return fail(wrong, "the emulated GPU's checks were switched off");
    if (o->counts.blocks == 0)
        return fail(wrong, "exercise() launched no kernel");
    if (!kernels_read_operands(t, &o->counts, wrong) ||
        !tensor_cores_worked(t, &o->counts, wrong) || !no_uncounted_atomics(e, &o->counts, wrong))
        return false;
    if (e->form == FORM_PROGRAM)
        return o->counts.global_store_bytes >= elements * (long long)dtype_size(t->C.type) ||
               fail(wrong, "no kernel has written all of C");
    if (o->copied > A_FEW_BYTES)
        return fail(wrong,
                    "exercise() copied %lld bytes to the host: compute the product in kernels",
                    o->copied);
    if (o->sent > ARGUMENTS + bytes_of_elements(&t->C) / 2)
        return fail(wrong,
                    "copies and arguments of kernels brought %lld bytes to the device, and C has "
                    "only %lld: compute the result in kernels",
                    o->sent, bytes_of_elements(&t->C));
    return o->stored == elements ||
           fail(wrong, "kernels stored only %lld of the %lld elements of C", o->stored, elements);
}

// C holds NaN before a call with beta = 0, and so do the gaps of all matrices.
static const char *why_nan(const struct trial *t, bool untouched)
{
    const bool c_has_nan = t->problem.beta == 0;
    if (untouched)
        return c_has_nan
                   ? ", as C was before the call: not stored, or beta = 0 times the old C added"
                   : "";
    return c_has_nan ? ": was the old C read though beta = 0, or something outside of A or B?"
                     : ": was something outside of A, B or C read?";
}

bool trial_judge(struct trial *t, const struct exercise *e, const struct outcome *o,
                 const void *result, struct failure *wrong)
{
    memcpy(t->C.data, result, bytes_of(t, &t->C));
    if (o->error[0])
        return fail(wrong, "%s", o->error);
    const struct verdict v = verify_result(&t->reference, &t->C);
    // What was there may also have been stored: a NaN that came from somewhere else.
    const bool all_stored = o->stored == (long long)t->C.rows * t->C.cols;
    const bool untouched = v.wrong > 0 && is_untouched(t, v.row, v.col);
    // What the host stores is not recorded: two threads may have undone each other's stores.
    if (untouched && e->on_cpu && !isnan(v.got))
        return fail(wrong,
                    "C(%d, %d) is %.6g as before the call, expected %.6g (%lld of %lld elements "
                    "wrong)",
                    v.row, v.col, v.got, v.expected, (long long)v.wrong,
                    (long long)t->C.rows * t->C.cols);
    if (untouched && !all_stored && !e->on_cpu)
        return fail(wrong,
                    "C(%d, %d) was never written: expected %.6g (%lld of %lld elements wrong)",
                    v.row, v.col, v.expected, (long long)v.wrong, (long long)t->C.rows * t->C.cols);
    char got[32] = "NaN";
    if (!isnan(v.got))
        snprintf(got, sizeof got, "%.6g", v.got);
    if (v.wrong > 0)
        return fail(wrong, "C(%d, %d) = %s, expected %.6g (%lld of %lld elements wrong)%s", v.row,
                    v.col, got, v.expected, (long long)v.wrong, (long long)t->C.rows * t->C.cols,
                    isnan(v.got) && o->found == 0 ? why_nan(t, untouched && !all_stored) : "");
    for (int i = 0; i < t->C.rows - !t->whole_rows; i++)
        for (int j = t->C.cols; j < t->C.ld; j++)
            if (!is_untouched(t, i, j))
                return fail(wrong, "the gap after row %d of C was written: column %d, ldc %d", i, j,
                            t->C.ld);
    if (o->behind)
        return fail(wrong, "memory after the end of C was written");
    return computed_on_device(t, e, o, wrong);
}
