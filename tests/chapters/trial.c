// SPDX-License-Identifier: MIT
#include "trial.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/step/kind.h"
#include "../../common/step/scales.h"
#include "../../common/step/verify.h"

static const struct gpu_ops *gpu;

void trial_open_machine(const struct step *step)
{
    struct machine machine;
    struct failure why;
    if (step->place == STEP_ON_CPU)
        return;
    gpu = gpu_ops();
    cr_assert(gpu != NULL && gpu->open(&machine, &why), "no GPU for %s", step->name);
    if (machine_capability(&machine) < step->min_compute_capability)
        cr_skip_test("this GPU is too old for the step");
}

// ---- Making --------------------------------------------------------------------------------------

static void make_matrix(struct matrix *M, enum dtype type, struct shape shape, int gap,
                        unsigned char between, uint64_t seed)
{
    cr_assert(matrix_alloc(M, type, shape.rows, shape.cols, shape.cols + gap));
    matrix_fill_bytes(M, between);
    matrix_fill_random(M, seed);
}

void trial_make(struct trial *t, const struct step *step, int m, int n, int k, double alpha,
                double beta, int gap)
{
    const struct gemm_problem p = {.m = m, .n = n, .k = k, .alpha = alpha, .beta = beta};
    trial_make_problem(t, step, &p, gap);
}

void trial_make_problem(struct trial *t, const struct step *step, const struct gemm_problem *p,
                        int gap)
{
    const struct kind *kind = kind_of(step);
    const bool is_gemm = step->kind == STEP_GEMM, is_integer = dtype_epsilon(step->type_ab) == 0;
    const int c_gap = is_gemm || step->kind == STEP_TRANSPOSE ? gap + (gap > 0) : 0;
    const unsigned char between = is_integer ? 0x55 : 0xFF; // 85; every bit set is a NaN
    *t = (struct trial){.step = step, .p = *p};
    const struct shapes s = kind->shapes(&t->p); // the three ld's differ
    make_matrix(&t->A, step->type_ab, s.A, step->kind == STEP_VECTOR ? 0 : gap, between, 1);
    make_matrix(&t->B, step->type_ab, s.B, is_gemm ? 2 * gap : 0, between, 2);
    make_matrix(&t->C, step->type_c, s.C, c_gap, 0xA5, 3);
    cr_assert(!step->scaled || scales_add_both(&t->p, &t->A, &t->B, 4, false));
    t->p.lda = t->A.ld;
    t->p.ldb = t->B.ld;
    t->p.ldc = t->C.ld;
    if (!kind_reads_c(kind, &t->p)) // it must not be read
        matrix_fill(&t->C, is_integer ? 987654321 : (double)__builtin_nanf(""));
}

void trial_free(struct trial *t)
{
    matrix_free(&t->A);
    matrix_free(&t->B);
    matrix_free(&t->C);
}

// ---- Running -------------------------------------------------------------------------------------

// A matrix on the GPU, with the memory around it.
struct on_device {
    unsigned char *memory, *data;
    size_t bytes, before, behind;
};

enum { AROUND = 0x5A };

static struct on_device copy_to_device(const struct matrix *M, int before, int behind)
{
    const size_t size = dtype_size(M->type);
    struct on_device d = {.bytes = matrix_used_bytes(M),
                          .before = (size_t)before * size,
                          .behind = (size_t)behind * size};
    const size_t all = d.before + d.bytes + d.behind;
    unsigned char *host = malloc(all + 1);
    cr_assert(host != NULL);
    memset(host, AROUND, all);
    memcpy(host + d.before, M->data, d.bytes);
    d.memory = gpu->alloc(all);
    d.data = d.memory + d.before;
    gpu->copy_in(d.memory, host, all);
    free(host);
    return d;
}

// Copies it back and frees its memory. Returns whether the memory around it is unchanged.
static bool copy_from_device(const struct on_device *d, const struct matrix *M)
{
    const size_t all = d->before + d->bytes + d->behind;
    unsigned char *host = malloc(all + 1);
    cr_assert(host != NULL);
    gpu->copy_out(host, d->memory, all);
    gpu->release(d->memory);
    memcpy(M->data, host + d->before, d->bytes);
    bool untouched = true;
    for (size_t i = 0; i < all; i++)
        if (i < d->before || i >= d->before + d->bytes)
            untouched = untouched && host[i] == AROUND;
    free(host);
    return untouched;
}

// Nothing after them: a step may read the gap after the last row's scales, and no more.
static float *scales_to_device(const struct block_scales *s)
{
    float *device = s->value ? gpu->alloc(s->count * sizeof *device) : NULL;
    if (device)
        gpu->copy_in(device, s->value, s->count * sizeof *device);
    return device;
}

// Host memory of exactly the bytes in use, so that AddressSanitizer sees where it ends.
static void *copy_on_host(const struct matrix *M)
{
    void *copy = malloc(matrix_used_bytes(M) + 1);
    cr_assert(copy != NULL);
    memcpy(copy, M->data, matrix_used_bytes(M));
    return copy;
}

static bool reads_operands(const struct trial *t)
{
    return t->step->kind != STEP_GEMM || !gemm_only_scales(&t->p);
}

// Runs the step on copies. What may not be read is not even there.
static void run_on_gpu(const struct trial *t, struct trial *after)
{
    const bool reads = reads_operands(t);
    const struct on_device A = copy_to_device(&t->A, t->before[0], t->behind),
                           B = copy_to_device(&t->B, t->before[1], t->behind),
                           C = copy_to_device(&t->C, t->before[2], t->behind);
    struct gemm_problem p = t->p;
    float *const a_scales = scales_to_device(&t->A.scales);
    float *const b_scales = scales_to_device(&t->B.scales);
    p.a_scales = a_scales, p.b_scales = b_scales;
    kind_of(t->step)->call(t->step,
                           &(struct gemm){p, reads ? A.data : NULL, reads ? B.data : NULL, C.data});
    gpu->wait();
    gpu->release(a_scales);
    gpu->release(b_scales);
    const bool untouched = copy_from_device(&A, &after->A) && copy_from_device(&B, &after->B) &&
                           copy_from_device(&C, &after->C);
    cr_assert(untouched, "%s: m %d n %d k %d: wrote before or after a matrix", t->step->name,
              t->p.m, t->p.n, t->p.k);
}

static void run_on_cpu(const struct trial *t, struct trial *after)
{
    const bool reads = reads_operands(t);
    void *A = copy_on_host(&t->A), *B = copy_on_host(&t->B), *C = copy_on_host(&t->C);
    kind_of(t->step)->call(t->step, &(struct gemm){t->p, reads ? A : NULL, reads ? B : NULL, C});
    memcpy(after->A.data, A, matrix_used_bytes(&t->A));
    memcpy(after->B.data, B, matrix_used_bytes(&t->B));
    memcpy(after->C.data, C, matrix_used_bytes(&t->C));
    free(A);
    free(B);
    free(C);
}

// ---- Checking ------------------------------------------------------------------------------------

static struct matrix same_matrix(const struct matrix *M)
{
    struct matrix copy;
    cr_assert(matrix_alloc(&copy, M->type, M->rows, M->cols, M->ld));
    memcpy(copy.data, M->data, matrix_bytes(M));
    return copy;
}

static void describe(const struct trial *t, char *text, size_t size)
{
    const struct gemm_problem *p = &t->p;
    snprintf(
        text, size,
        "%s %s: m %d n %d k %d alpha %g beta %g gamma %g lda %d ldb %d ldc %d, %d %d %d elements "
        "before",
        t->step->name, transpose_name(gemm_transpose(p)), p->m, p->n, p->k, p->alpha, p->beta,
        p->gamma, p->lda, p->ldb, p->ldc, t->before[0], t->before[1], t->before[2]);
}

// What the emulated GPU has to say of a launch: nothing.
void trial_check_found(const char *what)
{
    const struct gpu_ops *ops = gpu_ops();
    const struct counting *counting = ops ? ops->counting() : NULL;
    if (!counting)
        return;
    struct found found;
    counting->take_found(&found);
    cr_assert(found.times == 0, "%s: %s, %lld times, first at %s", what, found.kind, found.times,
              found.place);
}

void trial_check(const struct trial *t)
{
    char what[300];
    struct failure why;
    if (t->step->fits && !t->step->fits(&t->p, &why))
        return; // this GPU is too small for it; the driver reports it
    describe(t, what, sizeof what);
    struct trial after = {
        .A = same_matrix(&t->A), .B = same_matrix(&t->B), .C = same_matrix(&t->C)};
    if (t->step->place == STEP_ON_GPU)
        run_on_gpu(t, &after);
    else
        run_on_cpu(t, &after);
    trial_check_found(what);

    struct reference reference;
    cr_assert(step_reference(&reference, t->step, &t->p, &t->A, &t->B, &t->C));
    const struct verdict v = verify_result(&reference, &after.C);
    cr_assert(v.ok, "%s: %lld wrong, first C(%d, %d) = %.9g, expected %.9g, may be off by %.2g",
              what, (long long)v.wrong, v.row, v.col, v.got, v.expected, v.allowed);
    int row, col;
    cr_assert(verify_between_rows(&t->C, &after.C, &row, &col),
              "%s: wrote between the rows of C, at (%d, %d)", what, row, col);
    cr_assert(memcmp(after.A.data, t->A.data, matrix_bytes(&t->A)) == 0, "%s: wrote A", what);
    cr_assert(memcmp(after.B.data, t->B.data, matrix_bytes(&t->B)) == 0, "%s: wrote B", what);
    reference_free(&reference);
    trial_free(&after);
}
