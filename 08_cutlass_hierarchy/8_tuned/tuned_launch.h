// SPDX-License-Identifier: MIT
//
// tuned_launch.h: what the kernels of 8_tuned stand on, and their launch. For .cu files.
#ifndef HIER_TUNED_LAUNCH_H
#define HIER_TUNED_LAUNCH_H

#include <stdio.h>
#include <stdlib.h>

#include "../../common/device/cuda_check.h"
#include "../parts/epilogue_store.h"
#include "../parts/pack.h"
#include "../parts/producer.h"
#include "tuned.h"
#include "../parts/warp_tile.h"

typedef void tuned_kernel(struct hier_params p);

// Runs one plan. kernels: of each configuration, made for these transposes and this way.
static inline void tuned_launch_plan(const struct hier_plan *plan, tuned_kernel *const *kernels,
                                     enum copy_way way, bool trans_b, int k, double alpha,
                                     const void *A, int lda, const void *B, int ldb, double beta,
                                     void *C, int ldc)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    const struct hier_params p =
        tuned_params(plan, way, trans_b, k, alpha, A, lda, B, ldb, beta, C, ldc);
    const int shared_bytes = tuned_shared_bytes(c);
    tuned_kernel *const kernel = kernels[plan->configuration];
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    kernel<<<plan->blocks, tuned_threads(c), shared_bytes>>>(p);
    CUDA_CHECK_LAUNCH();
}

// Runs the best schedule on the GPU that is current.
static inline void tuned_launch(tuned_kernel *const *kernels, enum copy_way way, bool trans_b,
                                int m, int n, int k, double alpha, const void *A, int lda,
                                const void *B, int ldb, double beta, void *C, int ldc)
{
    const struct tuned_device device = tuned_device();
    const struct hier_schedule schedule =
        hier_choose(&device, m, n, alpha == 0 ? 0 : k, way != COPY_ASYNC);
    if (schedule.launches == 0) {
        fprintf(stderr, "no tile of this step fits into the shared memory of this GPU\n");
        exit(1);
    }
    for (int i = 0; i < schedule.launches; i++)
        tuned_launch_plan(&schedule.launch[i], kernels, way, trans_b, k, alpha, A, lda, B, ldb,
                          beta, C, ldc);
}

// The same for 16-bit operands whose rows begin and end anywhere.
static inline void tuned_launch_packed(tuned_kernel *const *kernels, bool trans_b, int m, int n,
                                       int k, double alpha, const void *A, int lda, const void *B,
                                       int ldb, double beta, void *C, int ldc)
{
    const struct packed packed = pack_begin(trans_b, m, n, alpha == 0 ? 0 : k, A, lda, B, ldb);
    tuned_launch(kernels, COPY_ASYNC, trans_b, m, n, k, alpha, packed.A, packed.lda, packed.B,
                 packed.ldb, beta, C, ldc);
    pack_end(&packed);
}

#endif
