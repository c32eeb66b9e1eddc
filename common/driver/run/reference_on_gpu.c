// SPDX-License-Identifier: MIT
#include "workload.h"

#include "../../step/kind.h"
#include "../../step/reference.h"

// Below this the CPU is as fast: the operands are not copied.
#define MANY_PRODUCTS 0x1p32

static const struct gpu_ops *gpu;

static void *to_device(const double *M, size_t bytes)
{
    void *device = gpu->alloc(bytes);
    gpu->copy_in(device, M, bytes);
    return device;
}

static bool sums_by_cublas(const struct gemm_problem *p, const double *A, const double *B,
                           double *sums)
{
    static const struct step in_float64 = {.type_ab = DTYPE_F64, .type_c = DTYPE_F64};
    struct gemm_problem product = *p;
    struct failure why;
    product.alpha = 1, product.beta = 0;
    product.lda = p->trans_a ? p->m : p->k;
    product.ldb = p->trans_b ? p->k : p->n;
    product.ldc = p->n;
    const size_t a_bytes = sizeof *A * (size_t)p->m * (size_t)p->k;
    const size_t b_bytes = sizeof *B * (size_t)p->k * (size_t)p->n;
    const size_t c_bytes = sizeof *sums * (size_t)p->m * (size_t)p->n;
    if (a_bytes + b_bytes + c_bytes > gpu->free_memory() / 2)
        return false;
    void *d_A = to_device(A, a_bytes), *d_B = to_device(B, b_bytes), *d_C = gpu->alloc(c_bytes);
    const bool done = gpu->cublas(&in_float64, &product, d_A, d_B, d_C, &why) && gpu->finish(&why);
    if (done)
        gpu->copy_out(sums, d_C, c_bytes);
    gpu->release(d_A);
    gpu->release(d_B);
    gpu->release(d_C);
    return done;
}

void reference_on_gpu(const struct setup *setup)
{
    gpu = setup->gpu;
    if (gpu && !setup->machine.is_emulated)
        reference_use(sums_by_cublas, MANY_PRODUCTS);
}
