// SPDX-License-Identifier: MIT
//
// The experiment --epilogue: 6_epilogue with each of its functions, checked against float64.
// --d-type sets the type of C and D.
#include "epilogues.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../common/device/index.h"
#include "../../common/driver/driver.h"
#include "../../common/step/kind.h"
#include "../../common/driver/gpu/random_on_device.h"
#include "../../common/step/reference.h"
#include "../../common/step/verify.h"
#include "epilogue_check.h"
#include "experiments.h"

static const char *const names[EPILOGUE_FUNCTIONS] = {
    "linear", "bias",      "relu",      "gelu",      "clamp",
    "scale",  "bias_relu", "bias_gelu", "bias_rows", "scale_rows"};
static const char *const formulas[EPILOGUE_FUNCTIONS] = {
    "x = alpha A B + beta C", "x + bias[column]",
    "x < 0 ? 0 : x",          "x (1 + erf(x / sqrt(2))) / 2",
    "-1 <= x <= 2",           "x scale[column]",
    "relu(x + bias[column])", "gelu(x + bias[column])",
    "x + bias[row]",          "x scale[row]"};
enum { LOW = -1, HIGH = 2 };
// The largest slope of a function: GELU's is 1.129.
static const double STEEPEST = 1.13;

static const struct {
    const char *name;
    enum dtype type;
} types[EPILOGUE_TYPES] = {[EPILOGUE_F32] = {"f32", DTYPE_F32},
                           [EPILOGUE_F16] = {"f16", DTYPE_F16},
                           [EPILOGUE_BF16] = {"bf16", DTYPE_BF16},
                           [EPILOGUE_S8] = {"s8", DTYPE_I8}};

// The matrices of one run, on the host and on the device.
struct problem {
    const struct gemm_problem *p;
    const struct setup *setup;
    enum epilogue_type type;
    struct matrix A, B, C, bias, result; // bias: by row and by column, also used as scale
    struct matrix parts, sums;           // of D's rows
    void *d_A, *d_B, *d_C, *d_D, *d_bias, *d_parts, *d_sums;
    struct reference x;
};

static double gelu(double x) { return x * (1 + erf(x / sqrt(2))) / 2; }

static bool has_bias(enum epilogue_function function)
{
    return function == EPILOGUE_BIAS || function == EPILOGUE_BIAS_RELU ||
           function == EPILOGUE_BIAS_GELU || function == EPILOGUE_BIAS_ROWS;
}

static bool has_scale(enum epilogue_function function)
{
    return function == EPILOGUE_SCALE || function == EPILOGUE_SCALE_ROWS;
}

static bool goes_by_rows(enum epilogue_function function)
{
    return function == EPILOGUE_BIAS_ROWS || function == EPILOGUE_SCALE_ROWS;
}

// vector: this row's or column's element of bias or scale.
static double function_of(enum epilogue_function function, double x, double vector)
{
    switch (function) {
    case EPILOGUE_BIAS_ROWS:
    case EPILOGUE_BIAS: return x + vector;
    case EPILOGUE_RELU: return x < 0 ? 0 : x;
    case EPILOGUE_GELU: return gelu(x);
    case EPILOGUE_CLAMP: return x < LOW ? LOW : x > HIGH ? HIGH : x;
    case EPILOGUE_SCALE_ROWS:
    case EPILOGUE_SCALE: return x * vector;
    case EPILOGUE_BIAS_RELU: return x + vector < 0 ? 0 : x + vector;
    case EPILOGUE_BIAS_GELU: return gelu(x + vector);
    default: return x;
    }
}

static bool make(struct problem *q)
{
    const struct gemm_problem *p = q->p;
    const struct step *step = chapter_step(q->setup->chapter, 0);
    const struct {
        struct matrix *host;
        void **device;
        enum dtype type;
        int rows, cols;
    } all[] = {{&q->A, &q->d_A, DTYPE_F16, p->m, p->k},
               {&q->B, &q->d_B, DTYPE_F16, p->k, p->n},
               {&q->C, &q->d_C, types[q->type].type, p->m, p->n},
               {&q->result, &q->d_D, types[q->type].type, p->m, p->n},
               {&q->bias, &q->d_bias, DTYPE_F32, 1, p->m > p->n ? p->m : p->n},
               {&q->parts, &q->d_parts, DTYPE_F32, row_parts(p->n), p->m},
               {&q->sums, &q->d_sums, DTYPE_F32, 1, p->m}};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        const int ld = all[i].cols > 0 ? all[i].cols : 1;
        if (!matrix_alloc(all[i].host, all[i].type, all[i].rows, all[i].cols, ld))
            return false;
        matrix_fill_random(all[i].host, i + 1);
        *all[i].device = q->setup->gpu->alloc(matrix_bytes(all[i].host));
        q->setup->gpu->copy_in(*all[i].device, all[i].host->data, matrix_bytes(all[i].host));
    }
    return step_reference(&q->x, step, p, &q->A, &q->B, &q->C);
}

static void release(struct problem *q)
{
    matrix_free(&q->A);
    matrix_free(&q->B);
    matrix_free(&q->C);
    matrix_free(&q->bias);
    matrix_free(&q->result);
    matrix_free(&q->parts);
    matrix_free(&q->sums);
    q->setup->gpu->release(q->d_parts);
    q->setup->gpu->release(q->d_sums);
    q->setup->gpu->release(q->d_A);
    q->setup->gpu->release(q->d_B);
    q->setup->gpu->release(q->d_C);
    q->setup->gpu->release(q->d_D);
    q->setup->gpu->release(q->d_bias);
    reference_free(&q->x);
}

// The function's value at x, and its allowed error: that of x, multiplied by the function's slope,
// plus the function's own roundings, counted as four more terms.
static void expect(struct reference *y, const struct problem *q, enum epilogue_function function)
{
    const struct reference *x = &q->x;
    y->terms = x->terms + 4;
    y->alpha = x->alpha;
    y->on_tensor_cores = x->on_tensor_cores;
    y->subnormal = x->subnormal;
    for (int i = 0; i < x->rows; i++)
        for (int j = 0; j < x->cols; j++) {
            const size_t at = (size_t)i * (size_t)x->cols + (size_t)j;
            const double vector = matrix_get(&q->bias, 0, goes_by_rows(function) ? i : j);
            const double scale = has_scale(function) ? fabs(vector) : STEEPEST;
            y->value[at] = function_of(function, x->value[at], vector);
            y->magnitude[at] = scale * (x->magnitude[at] + (has_bias(function) ? fabs(vector) : 0));
        }
}

// APART: C is only read, and the result is stored in D, whose bits were all set (as floats: NaN).
// ROWS: the rows of D are summed, and the verdict is about these sums.
enum way { IN_PLACE, APART, ROWS };
static struct verdict run(struct problem *q, struct reference *y, enum epilogue_function function,
                          enum way way)
{
    const bool apart = way == APART;
    const struct gemm_problem *p = q->p;
    struct gemm g = {*p, q->d_A, q->d_B, apart ? q->d_D : q->d_C};
    g.problem.lda = q->A.ld, g.problem.ldb = q->B.ld, g.problem.ldc = q->C.ld;
    const struct epilogue e = {.alpha = gemm_only_scales(p) ? 0 : (float)p->alpha,
                               .beta = (float)p->beta,
                               .bias = q->d_bias,
                               .low = LOW,
                               .high = HIGH,
                               .scale = q->d_bias,
                               .source = apart ? q->d_C : NULL,
                               .ld_source = q->C.ld,
                               .type = q->type,
                               .row_parts = way == ROWS ? q->d_parts : NULL};
    memset(q->result.data, 0xff, matrix_bytes(&q->result));
    q->setup->gpu->copy_in(q->d_D, q->result.data, matrix_bytes(&q->result));
    q->setup->gpu->copy_in(q->d_C, q->C.data, matrix_bytes(&q->C));
    hgemm_with_function(function, &e, &g);
    if (way == ROWS)
        rows_reduce(q->d_parts, p->m, p->n, q->d_sums);
    q->setup->gpu->wait();
    q->setup->gpu->copy_out(q->result.data, g.C, matrix_bytes(&q->result));
    if (way == ROWS) {
        q->setup->gpu->copy_out(q->sums.data, q->d_sums, matrix_bytes(&q->sums));
        return epilogue_rows_verdict(&q->result, q->sums.data);
    }
    expect(y, q, function);
    return q->type == EPILOGUE_F32 ? verify_result(y, &q->result) : epilogue_verdict(y, &q->result);
}

static void print(const struct problem *q, const char *name, const char *formula,
                  const struct verdict *v)
{
    const struct gemm_problem *p = q->p;
    const char *const verdict = v->ok ? "ok" : "WRONG";
    switch (q->setup->format) {
    case FORMAT_TABLE:
        printf("%-10s  %-27s  %10.3g  %10.3g  %s\n", name, formula, v->max_error, v->bound,
               verdict);
        break;
    case FORMAT_CSV:
        printf("%s,epilogue,%d,%d,%d,%s,%s,%.9g,%.9g,%d\n", q->setup->chapter->name, p->m, p->n,
               p->k, types[q->type].name, name, v->max_error, v->bound, v->ok);
        break;
    default:
        printf(
            "{\"chapter\":\"%s\",\"experiment\":\"epilogue\",\"m\":%d,\"n\":%d,\"k\":%d,"
            "\"d_type\":\"%s\",\"function\":\"%s\",\"max_error\":%.9g,\"bound\":%.9g,\"ok\":%s}\n",
            q->setup->chapter->name, p->m, p->n, p->k, types[q->type].name, name, v->max_error,
            v->bound, v->ok ? "true" : "false");
    }
}

static bool run_all(struct problem *q, struct reference *y)
{
    const struct gemm_problem *p = q->p;
    bool right = true;
    if (q->setup->format == FORMAT_TABLE)
        printf("--epilogue: %s\nm = %d, n = %d, k = %d, alpha = %g, beta = %g; C and D in %s\n\n"
               "%-10s  %-27s  %10s  %10s\n",
               q->setup->machine.name, p->m, p->n, p->k, p->alpha, p->beta, types[q->type].name, "",
               "C becomes", "max error", "allowed");
    else if (q->setup->format == FORMAT_CSV)
        puts("chapter,experiment,m,n,k,d_type,function,max_error,bound,ok");
    for (int f = 0; f < EPILOGUE_FUNCTIONS; f++) {
        if (!has_function((enum epilogue_function)f, q->type))
            continue;
        const struct verdict v = run(q, y, (enum epilogue_function)f, IN_PLACE);
        print(q, names[f], formulas[f], &v);
        right &= v.ok;
    }
    const struct verdict apart = run(q, y, EPILOGUE_LINEAR, APART);
    print(q, "apart", "D = x, and C is only read", &apart);
    const struct verdict rows = run(q, y, EPILOGUE_BIAS_RELU, ROWS);
    print(q, "row_sums", "and sums of D's rows", &rows);
    return right && apart.ok && rows.ok;
}

int hier_epilogue_experiment(const struct gemm_problem *p, const struct setup *setup)
{
    struct failure why;
    struct gemm_problem as_stored = *p;
    as_stored.trans_a = as_stored.trans_b = false;
    struct problem q = {.p = &as_stored, .setup = setup};
    if (setup->beside) {
        int t = 0;
        while (t < EPILOGUE_TYPES && strcmp(setup->beside, types[t].name) != 0)
            t++;
        if (t == EPILOGUE_TYPES) {
            fail(&why, "--d-type %s: not f32, f16, bf16 or s8", setup->beside);
            return complain(setup->chapter, &why, EXIT_REQUEST);
        }
        q.type = (enum epilogue_type)t;
    }
    struct reference y = {0};
    if (p->m == 0 || p->n == 0) {
        fail(&why, "--epilogue: C is empty; -m and -n must be at least 1");
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    if (machine_capability(&setup->machine) < 80) {
        fail(&why, "--epilogue: needs compute capability 8.0; this GPU has %d.%d",
             setup->machine.compute_capability / 10, setup->machine.compute_capability % 10);
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    const bool enough = reference_alloc(&y, p->m, p->n) && make(&q);
    const bool right = enough && run_all(&q, &y);
    release(&q);
    reference_free(&y);
    if (right)
        return EXIT_OK;
    fail(&why,
         enough ? "--epilogue: a function gave a wrong result" : "--epilogue: not enough memory");
    return complain(setup->chapter, &why, EXIT_WRONG);
}

int hier_d_type_experiment(const struct gemm_problem *p, const struct setup *setup)
{
    struct failure why;
    (void)p;
    fail(&why, "--d-type %s: works only with --epilogue", setup->value);
    return complain(setup->chapter, &why, EXIT_REQUEST);
}
