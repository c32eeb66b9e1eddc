// SPDX-License-Identifier: MIT
#include "cublas_product.h"

#include <cublasLt.h>

#include "../../common/device/cuda_check.h"

#define LT_CHECK(call) \
    do { \
        const cublasStatus_t status = (call); \
        if (status != CUBLAS_STATUS_SUCCESS) { \
            fprintf(stderr, "%s:%d: %s: status %d\n", __FILE__, __LINE__, #call, (int)status); \
            exit(1); \
        } \
    } while (0)

enum { ALGORITHMS = 8, TURNS = 4, WORKSPACE = 64 << 20 };

struct shape {
    int m, n, k, lda, ldb, ldc;
};

// Of one rank: what it last multiplied, and how.
static struct plan {
    cublasLtHandle_t handle;
    void *workspace;
    struct shape shape;
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t a, b, c;
    cublasLtMatmulAlgo_t algorithm;
} plans[MANY_MOST];

static cublasStatus_t run(const struct plan *p, const cublasLtMatmulAlgo_t *algorithm,
                          const uint16_t *A, const uint16_t *B, uint16_t *C, cudaStream_t stream)
{
    const float one = 1, zero = 0;
    return cublasLtMatmul(p->handle, p->desc, &one, B, p->b, A, p->a, &zero, C, p->c, C, p->c,
                          algorithm, p->workspace, WORKSPACE, stream);
}

static void choose(struct plan *p, const uint16_t *A, const uint16_t *B, uint16_t *C,
                   cudaStream_t stream)
{
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t results[ALGORITHMS];
    const size_t workspace = WORKSPACE;
    int found = 0, best = -1;
    float best_ms = 0, ms;
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    LT_CHECK(cublasLtMatmulPreferenceCreate(&preference));
    LT_CHECK(cublasLtMatmulPreferenceSetAttribute(
        preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof workspace));
    LT_CHECK(cublasLtMatmulAlgoGetHeuristic(p->handle, p->desc, p->b, p->a, p->c, p->c, preference,
                                            ALGORITHMS, results, &found));
    for (int turn = 0; turn < TURNS; turn++)
        for (int i = 0; i < found; i++) {
            CUDA_CHECK(cudaDeviceSynchronize());
            CUDA_CHECK(cudaEventRecord(start, stream));
            if (results[i].state != CUBLAS_STATUS_SUCCESS ||
                run(p, &results[i].algo, A, B, C, stream) != CUBLAS_STATUS_SUCCESS)
                continue;
            CUDA_CHECK(cudaEventRecord(stop, stream));
            CUDA_CHECK(cudaEventSynchronize(stop));
            CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
            if (turn > 0 && (best < 0 || ms < best_ms)) { // the first run loads the kernel
                best = i;
                best_ms = ms;
            }
        }
    if (best < 0) {
        fprintf(stderr, "cuBLASLt has no algorithm for %d x %d x %d\n", p->shape.m, p->shape.n,
                p->shape.k);
        exit(1);
    }
    p->algorithm = results[best].algo;
    LT_CHECK(cublasLtMatmulPreferenceDestroy(preference));
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
}

// cuBLASLt stores by columns: what stands in memory is the transpose, and C^T = B A^T.
static void plan(struct plan *p, struct shape s)
{
    const cublasOperation_t transposed = CUBLAS_OP_T;
    if (!p->handle) {
        LT_CHECK(cublasLtCreate(&p->handle));
        CUDA_CHECK(cudaMalloc(&p->workspace, WORKSPACE));
    }
    if (p->desc) {
        LT_CHECK(cublasLtMatmulDescDestroy(p->desc));
        LT_CHECK(cublasLtMatrixLayoutDestroy(p->a));
        LT_CHECK(cublasLtMatrixLayoutDestroy(p->b));
        LT_CHECK(cublasLtMatrixLayoutDestroy(p->c));
    }
    p->shape = s;
    LT_CHECK(cublasLtMatmulDescCreate(&p->desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    LT_CHECK(cublasLtMatmulDescSetAttribute(p->desc, CUBLASLT_MATMUL_DESC_TRANSA, &transposed,
                                            sizeof transposed));
    LT_CHECK(cublasLtMatrixLayoutCreate(&p->b, CUDA_R_16BF, (uint64_t)s.k, (uint64_t)s.n, s.ldb));
    LT_CHECK(cublasLtMatrixLayoutCreate(&p->a, CUDA_R_16BF, (uint64_t)s.k, (uint64_t)s.m, s.lda));
    LT_CHECK(cublasLtMatrixLayoutCreate(&p->c, CUDA_R_16BF, (uint64_t)s.n, (uint64_t)s.m, s.ldc));
}

void cublas_product(struct rank *me, int m, int n, int k, const uint16_t *A, int lda,
                    const uint16_t *B, int ldb, uint16_t *C, int ldc)
{
    struct plan *const p = &plans[me->number];
    const struct shape s = {m, n, k, lda, ldb, ldc}, *q = &p->shape;
    if (!p->desc || q->m != m || q->n != n || q->k != k || q->lda != lda || q->ldb != ldb ||
        q->ldc != ldc) {
        plan(p, s);
        choose(p, A, B, C, me->compute);
    }
    LT_CHECK(run(p, &p->algorithm, A, B, C, me->compute));
}
