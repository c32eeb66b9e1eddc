// SPDX-License-Identifier: MIT
//
// problem.c: one problem in the memory of host and device.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/device/cuda_check.h"
#include "../../common/step/kind.h"
#include "../../common/step/scales.h"
#include "../../common/step/verify.h"
#include "gemm.h"

static void random_matrix(struct matrix *M, enum dtype type, int rows, int cols, uint64_t seed)
{
    if (!matrix_alloc(M, type, rows, cols, cols)) {
        fprintf(stderr, "gemm: no memory for %d x %d elements\n", rows, cols);
        exit(1);
    }
    matrix_fill_random(M, seed);
}

// To numbers that f16 holds: then the product is the same whether they are converted or not.
static void round_to_f16(struct matrix *M)
{
    struct matrix half;
    if (!matrix_alloc(&half, DTYPE_F16, M->rows, M->cols, M->cols)) {
        fprintf(stderr, "gemm: no memory for %d x %d elements\n", M->rows, M->cols);
        exit(1);
    }
    matrix_copy(&half, M);
    matrix_copy(M, &half);
    matrix_free(&half);
}

static void *device_memory(size_t bytes)
{
    void *device;
    CUDA_CHECK(cudaMalloc(&device, bytes));
    return device;
}

static float *scales_to_device(const struct block_scales *s)
{
    const size_t bytes = s->count * sizeof *s->value;
    float *device = s->value ? device_memory(bytes) : NULL;
    if (device)
        CUDA_CHECK(cudaMemcpy(device, s->value, bytes, cudaMemcpyHostToDevice));
    return device;
}

static void *to_device(const struct matrix *M)
{
    void *device = device_memory(matrix_bytes(M));
    CUDA_CHECK(cudaMemcpy(device, M->data, matrix_bytes(M), cudaMemcpyHostToDevice));
    return device;
}

struct gemm_problem problem_of(const struct group *group, const struct bench_shape *shape)
{
    const bool trans_a = group->transpose & (TRANSPOSE_TN | TRANSPOSE_TT);
    const bool trans_b = group->transpose & (TRANSPOSE_NT | TRANSPOSE_TT);
    return (struct gemm_problem){.trans_a = trans_a,
                                 .trans_b = trans_b,
                                 .m = shape->m,
                                 .n = shape->n,
                                 .k = shape->k,
                                 .alpha = 1,
                                 .lda = trans_a ? shape->m : shape->k,
                                 .ldb = trans_b ? shape->k : shape->n,
                                 .ldc = shape->n};
}

// |error| <= slope |A||B| + least; gemm.h says why.
static void allow_errors(struct problem *problem, const struct group *group)
{
    const double subnormal = 0x1p-10; // 2^E of a product of f16: one less than 2^-14, one below 16
    const double k = problem->p.k, alpha = problem->p.alpha;
    const enum dtype type = group->type_c;
    if (dtype_epsilon(type) == 0) {
        problem->slope = 0;
        problem->least = 0.5; // an integer that is off is off by 1 at least
        return;
    }
    if (group->type_ab == DTYPE_E4M3) {
        const double terms = group->scaled && k > SCALE_BLOCK ? SCALE_BLOCK : k;
        problem->least = fp8_bound(k, terms, alpha, 0, 0x1p-2); // a product: below 2^-6 * 16
        problem->slope = fmin(random_fp8_bound(k, terms, 1),
                              fp8_bound(k, terms, alpha, 1, 0x1p-2) - problem->least);
        return;
    }
    const bool rounded = type == DTYPE_F64 || strcmp(group->types, "f32-f32") == 0;
    // HFMA2 rounds f16 to the nearest after each product, as float32 is rounded.
    bool by_threads = false;
    for (int i = 0; i < group->count; i++)
        by_threads |= group->entrants[i].step && !group->entrants[i].step->on_tensor_cores;
    const int factor = rounded || by_threads ? FACTOR_ROUNDED
                       : type == DTYPE_F16   ? FACTOR_F16
                                             : FACTOR_CUT;
    problem->least =
        rounded ? error_bound(k, alpha, type, 0) : tensor_core_bound(k, alpha, type, 0, subnormal);
    const double worst = rounded ? error_bound(k, alpha, type, 1) - problem->least
                                 : tensor_core_bound(k, alpha, type, 1, subnormal) - problem->least;
    // In float64 the reference is rounded, too.
    const double most = type == DTYPE_F64 ? 2 * worst : worst;
    const double usual = factor * dtype_epsilon(type) / 2;
    problem->slope = most < usual ? most : usual;
}

void problem_create(struct problem *problem, const struct group *group,
                    const struct bench_shape *shape, uint64_t seed)
{
    const struct gemm_problem p = problem_of(group, shape);
    const size_t elements = (size_t)p.m * (size_t)p.n;
    problem->p = p;
    problem->type_c = group->type_c;
    random_matrix(&problem->A, group->type_ab, p.trans_a ? p.k : p.m, p.lda, 3 * seed);
    random_matrix(&problem->B, group->type_ab, p.trans_b ? p.n : p.k, p.ldb, 3 * seed + 1);
    if (group->converts_to_f16) {
        round_to_f16(&problem->A);
        round_to_f16(&problem->B);
    }
    if (group->scaled && !scales_add_both(&p, &problem->A, &problem->B, seed, false)) {
        fprintf(stderr, "gemm: no memory for scales\n");
        exit(1);
    }
    allow_errors(problem, group);
    problem->p.a_scales = problem->d_a_scales = scales_to_device(&problem->A.scales);
    problem->p.b_scales = problem->d_b_scales = scales_to_device(&problem->B.scales);
    problem->d_A = to_device(&problem->A);
    problem->d_B = to_device(&problem->B);
    problem->d_C = device_memory(elements * dtype_size(group->type_c));
    problem->d_value = device_memory(elements * sizeof *problem->d_value);
    problem->d_magnitude = device_memory(elements * sizeof *problem->d_magnitude);
}

void problem_free(struct problem *problem)
{
    void *const device[] = {problem->d_A,       problem->d_B,         problem->d_C,
                            problem->d_value,   problem->d_magnitude, problem->d_a_scales,
                            problem->d_b_scales};
    for (size_t i = 0; i < sizeof device / sizeof *device; i++)
        CUDA_CHECK(cudaFree(device[i]));
    matrix_free(&problem->A);
    matrix_free(&problem->B);
}

bool launch(const struct problem *problem, const struct entrant *entrant, struct failure *why)
{
    if (entrant->peer)
        return entrant->peer(problem, why);
    kind_of(entrant->step)
        ->call(entrant->step, &(struct gemm){problem->p, problem->d_A, problem->d_B, problem->d_C});
    return true;
}
