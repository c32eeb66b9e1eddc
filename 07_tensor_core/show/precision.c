// SPDX-License-Identifier: MIT
//
// The experiment --precision: how far the product is from that of the original numbers. The errors
// of rounding the inputs and of adding are shown separately.
//
// All errors are the largest of 32 x 32 elements, as parts of sum |a b|, against float64 (long
// double for f64).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../common/driver/driver.h"
#include "../../common/step/matrix.h"
#include "../../common/step/reference.h"
#include "views.h"

enum { SIZE = 32, SUMS = 5 };
static const int sums[SUMS] = {16, 64, 256, 1024, 4096}; // k

enum data { POSITIVE, SIGNED, DATA };
static const char *const data_names[DATA] = {"uniform in [0,1)", "uniform in [-1,1)"};

// One way to multiply: the first step with these types; NULL: a chain of fmaf(), as in chapters 02
// to 05.
struct way {
    char name[40];
    const struct step *step;
    bool cut; // tf32 from unrounded floats, whose lowest bits are ignored
};

struct errors {
    double inputs, adding;
};

// ---- Numbers ------------------------------------------------------------------------------------

// Uniform, from seed and index alone (splitmix64).
static double uniform(uint64_t seed, uint64_t index, enum data data)
{
    uint64_t x = seed * 0x9e3779b97f4a7c15u + (index + 1) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    const double value = (double)((x ^ x >> 31) >> 11) * 0x1p-53;
    return data == POSITIVE ? value : 2 * value - 1;
}

static void fill(struct matrix *M, uint64_t seed, enum data data, double scale)
{
    for (int i = 0; i < M->rows; i++)
        for (int j = 0; j < M->cols; j++)
            matrix_set(M, i, j,
                       scale * uniform(seed, (uint64_t)i * (uint64_t)M->cols + (uint64_t)j, data));
}

// The original numbers, the stored numbers, and the product of the stored numbers.
struct operands {
    struct matrix exact_A, exact_B, A, B, C;
};

static void operands_free(struct operands *o)
{
    matrix_free(&o->exact_A);
    matrix_free(&o->exact_B);
    matrix_free(&o->A);
    matrix_free(&o->B);
    matrix_free(&o->C);
}

// An integer represents 1/127 of its value.
static double scale_of(enum dtype type) { return type == DTYPE_I8 ? 127 : 1; }

static bool operands_create(struct operands *o, const struct way *way, int k, enum data data)
{
    const enum dtype type = way->step ? way->step->type_ab : DTYPE_F32;
    const enum dtype stored = way->cut ? DTYPE_F32 : type;
    *o = (struct operands){0};
    if (!matrix_alloc(&o->exact_A, DTYPE_F64, SIZE, k, k) ||
        !matrix_alloc(&o->exact_B, DTYPE_F64, k, SIZE, SIZE) ||
        !matrix_alloc(&o->A, stored, SIZE, k, k) || !matrix_alloc(&o->B, stored, k, SIZE, SIZE) ||
        !matrix_alloc(&o->C, way->step ? way->step->type_c : DTYPE_F32, SIZE, SIZE, SIZE)) {
        operands_free(o);
        return false;
    }
    fill(&o->exact_A, 1, data, scale_of(type));
    fill(&o->exact_B, 2, data, scale_of(type));
    matrix_copy(&o->A, &o->exact_A); // rounds to the nearest
    matrix_copy(&o->B, &o->exact_B);
    o->A.type = o->B.type = type;
    return true;
}

// ---- Products -----------------------------------------------------------------------------------

static void multiply_by_fma(struct operands *o)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            float sum = 0;
            for (int p = 0; p < o->A.cols; p++)
                sum = fmaf((float)matrix_get(&o->A, i, p), (float)matrix_get(&o->B, p, j), sum);
            matrix_set(&o->C, i, j, sum);
        }
}

static void multiply(struct operands *o, const struct step *step, const struct gpu_ops *gpu)
{
    const int k = o->A.cols;
    void *const A = gpu->alloc(matrix_bytes(&o->A)), *const B = gpu->alloc(matrix_bytes(&o->B)),
                *const C = gpu->alloc(matrix_bytes(&o->C));
    gpu->copy_in(A, o->A.data, matrix_bytes(&o->A));
    gpu->copy_in(B, o->B.data, matrix_bytes(&o->B));
    const struct gemm_problem p = {
        .m = SIZE, .n = SIZE, .k = k, .alpha = 1, .lda = k, .ldb = SIZE, .ldc = SIZE};
    step->run.gemm(&(struct gemm){p, A, B, C});
    gpu->wait();
    gpu->copy_out(o->C.data, C, matrix_bytes(&o->C));
    gpu->release(A);
    gpu->release(B);
    gpu->release(C);
}

static struct errors errors_of(const struct operands *o, const struct reference *meant,
                               const struct reference *stored)
{
    struct errors e = {0, 0};
    for (int i = 0; i < SIZE * SIZE; i++) {
        const double c = matrix_get(&o->C, i / SIZE, i % SIZE);
        e.inputs = fmax(e.inputs, fabs(stored->value[i] - meant->value[i]) / meant->magnitude[i]);
        e.adding = fmax(e.adding, fabs(c - stored->value[i]) / stored->magnitude[i]);
    }
    return e;
}

// False: not enough memory.
static bool measure(struct errors *e, const struct way *way, int k, enum data data,
                    const struct gpu_ops *gpu)
{
    const struct gemm_problem p = {.m = SIZE, .n = SIZE, .k = k, .alpha = 1};
    struct operands o;
    struct reference meant = {0}, stored = {0};
    if (!operands_create(&o, way, k, data))
        return false;
    const bool ok = reference_alloc(&meant, SIZE, SIZE) && reference_alloc(&stored, SIZE, SIZE) &&
                    reference_gemm(&meant, &p, &o.exact_A, &o.exact_B, NULL) &&
                    reference_gemm(&stored, &p, &o.A, &o.B, NULL);
    if (ok && way->step)
        multiply(&o, way->step, gpu);
    else if (ok)
        multiply_by_fma(&o);
    if (ok)
        *e = errors_of(&o, &meant, &stored);
    reference_free(&meant);
    reference_free(&stored);
    operands_free(&o);
    return ok;
}

// ---- Saying it ----------------------------------------------------------------------------------

static void print_table_row(const char *name, const char *what, const double values[SUMS])
{
    printf("%-22s %-7s", name, what);
    for (int s = 0; s < SUMS; s++)
        printf("  %8.1e", values[s]);
    printf("\n");
}

static void print_head(enum data data)
{
    printf("%sA and B %-22s", data ? "\n" : "", data_names[data]);
    for (int s = 0; s < SUMS; s++)
        printf("  %s%*d", s ? "" : "k =", s ? 8 : 5, sums[s]);
    printf("\n");
}

static void print_line(const struct setup *setup, const struct way *way, enum data data, int k,
                       const struct errors *e)
{
    printf(setup->format == FORMAT_JSON
               ? "{\"chapter\":\"%s\",\"experiment\":\"precision\",\"types\":\"%s\",\"data\":"
                 "\"%s\",\"k\":%d,\"inputs\":%.3g,\"adding\":%.3g}\n"
               : "%s,precision,%s,\"%s\",%d,%.3g,%.3g\n",
           setup->chapter->name, way->name, data_names[data], k, e->inputs, e->adding);
}

static bool report(const struct setup *setup, const struct way *way, enum data data)
{
    double inputs[SUMS], adding[SUMS];
    for (int s = 0; s < SUMS; s++) {
        struct errors e;
        if (!measure(&e, way, sums[s], data, setup->gpu))
            return false;
        inputs[s] = e.inputs;
        adding[s] = e.adding;
        if (setup->format != FORMAT_TABLE)
            print_line(setup, way, data, sums[s], &e);
    }
    if (setup->format == FORMAT_TABLE) {
        print_table_row(way->name, "inputs", inputs);
        print_table_row("", "adding", adding);
    }
    return true;
}

// ---- The experiment -----------------------------------------------------------------------------

enum { MAX_WAYS = 16 };

static int find_ways(const struct setup *setup, struct way ways[MAX_WAYS])
{
    int count = 0;
    ways[count++] = (struct way){.name = "f32->f32 FFMA"};
    for (int i = 0; i < setup->chapter->step_count; i++) {
        const struct step *step = chapter_step(setup->chapter, i);
        const bool rounds_c = step->type_c == DTYPE_BF16 || step->type_c == DTYPE_I8;
        bool known = !step->on_tensor_cores || rounds_c || // the sums themselves are known then
                     step->min_compute_capability > machine_capability(&setup->machine);
        for (int w = 1; w < count; w++)
            known = known || (ways[w].step->type_ab == step->type_ab &&
                              ways[w].step->type_c == step->type_c);
        const int variants = step->type_ab == DTYPE_TF32 ? 2 : 1;
        for (int cut = 0; cut < variants && !known && count < MAX_WAYS; cut++) {
            struct way *way = &ways[count++];
            *way = (struct way){.step = step, .cut = cut > 0};
            const char *how = cut ? " bits cut" : step->type_ab == DTYPE_F32 ? " 3xTF32" : "";
            snprintf(way->name, sizeof way->name, "%s->%s%s", dtype_name(step->type_ab),
                     dtype_name(step->type_c), how);
        }
    }
    return count;
}

int tc_precision(const struct gemm_problem *p, const struct setup *setup)
{
    struct way ways[MAX_WAYS];
    struct failure why;
    (void)p;
    const int count = find_ways(setup, ways);
    if (setup->format == FORMAT_CSV)
        puts("chapter,experiment,types,data,k,inputs,adding");
    if (setup->format == FORMAT_TABLE)
        printf("--precision: %s\nlargest errors of C = A B, %d x %d, as parts of sum |a b|\n\n",
               setup->machine.name, SIZE, SIZE);
    for (int data = 0; data < DATA; data++) {
        if (setup->format == FORMAT_TABLE)
            print_head((enum data)data);
        for (int w = 0; w < count; w++)
            if (!report(setup, &ways[w], (enum data)data)) {
                fail(&why, "--precision: not enough memory");
                return complain(setup->chapter, &why, EXIT_WRONG);
            }
    }
    return EXIT_OK;
}
