// SPDX-License-Identifier: MIT
//
// problem.c: one problem in the memory of host and device.
#include <stdio.h>
#include <stdlib.h>

#include "../../common/cuda_check.h"
#include "gemm.h"

static void random_matrix(struct matrix *M, int rows, int cols, uint64_t seed)
{
    if (!matrix_alloc(M, DTYPE_F32, rows, cols, cols)) {
        fprintf(stderr, "gemm: no memory for %d x %d elements\n", rows, cols);
        exit(1);
    }
    matrix_fill_random(M, seed);
}

static void *device_memory(size_t bytes)
{
    void *device;
    CUDA_CHECK(cudaMalloc(&device, bytes));
    return device;
}

static float *to_device(const struct matrix *M)
{
    void *device = device_memory(matrix_bytes(M));
    CUDA_CHECK(cudaMemcpy(device, M->data, matrix_bytes(M), cudaMemcpyHostToDevice));
    return device;
}

void problem_create(struct problem *problem, const struct shape *shape, uint64_t seed)
{
    const int m = shape->m, n = shape->n, k = shape->k;
    const size_t elements = (size_t)m * (size_t)n;
    problem->p = (struct gemm_problem){
        .m = m, .n = n, .k = k, .alpha = 1, .beta = 0, .lda = k, .ldb = n, .ldc = n};
    random_matrix(&problem->A, m, k, 3 * seed);
    random_matrix(&problem->B, k, n, 3 * seed + 1);
    problem->d_A = to_device(&problem->A);
    problem->d_B = to_device(&problem->B);
    problem->d_C = device_memory(elements * sizeof *problem->d_C);
    problem->d_value = device_memory(elements * sizeof *problem->d_value);
    problem->d_magnitude = device_memory(elements * sizeof *problem->d_magnitude);
}

void problem_free(struct problem *problem)
{
    void *const device[] = {problem->d_A, problem->d_B, problem->d_C, problem->d_value,
                            problem->d_magnitude};
    for (size_t i = 0; i < sizeof device / sizeof *device; i++)
        CUDA_CHECK(cudaFree(device[i]));
    matrix_free(&problem->A);
    matrix_free(&problem->B);
}

void launch(const struct problem *problem, const struct entrant *entrant)
{
    const struct gemm_problem *p = &problem->p;
    entrant->sgemm(p->m, p->n, p->k, (float)p->alpha, problem->d_A, p->lda, problem->d_B, p->ldb,
                   (float)p->beta, problem->d_C, p->ldc);
}
