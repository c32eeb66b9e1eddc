// SPDX-License-Identifier: MIT
//
// cublas_lt.c: NVIDIA's cuBLASLt as a peer: the library that cuBLAS uses, whose algorithm the
// caller chooses. Its heuristic names up to CUBLAS_LT_ALGORITHMS for a shape, the one it believes
// in first; each is tried a few times, and the fastest takes part. Found at run time, so that
// nothing must be installed.
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../../common/base/rounds.h"
#include "../../common/device/cuda_check.h"
#include "../../common/driver/gpu/cublas.h"
#include "gemm.h"

// The few declarations we need of cublasLt.h. Handles, descriptors and layouts are opaque; status 0
// is CUBLAS_STATUS_SUCCESS.
struct algorithm { // cublasLtMatmulAlgo_t
    uint64_t data[8];
};

struct heuristic_result { // cublasLtMatmulHeuristicResult_t
    struct algorithm algorithm;
    size_t workspace_size;
    int state;
    float waves_count;
    int reserved[4];
};

enum { DESC_TRANSA = 3, DESC_TRANSB = 4, PREF_MAX_WORKSPACE_BYTES = 1 };
enum { OP_N = 0, OP_T = 1 };
enum { DESC_A_SCALES = 17, DESC_B_SCALES = 18, DESC_FAST_ACCUM = 25 };
enum { DESC_A_SCALE_MODE = 31, DESC_B_SCALE_MODE = 32, SCALE_VEC128 = 4, SCALE_BLK128 = 5 };
enum { COMPUTE_16F = 64, COMPUTE_32F = 68 }; // cublasComputeType_t

typedef int create_fn(void **handle);
typedef size_t version_fn(void);
typedef int desc_create_fn(void **desc, int compute_type, int scale_type);
typedef int desc_set_fn(void *desc, int attribute, const void *value, size_t size);
typedef int layout_create_fn(void **layout, int type, uint64_t rows, uint64_t cols, int64_t ld);
typedef int preference_create_fn(void **preference);
typedef int destroy_fn(void *object);
typedef int heuristic_fn(void *handle, void *desc, void *A, void *B, void *C, void *D,
                         void *preference, int wanted, struct heuristic_result *results,
                         int *found);
typedef int matmul_fn(void *handle, void *desc, const void *alpha, const void *A, void *A_layout,
                      const void *B, void *B_layout, const void *beta, const void *C,
                      void *C_layout, void *D, void *D_layout, const struct algorithm *algorithm,
                      void *workspace, size_t workspace_size, void *stream);

static struct {
    void *handle, *workspace; // workspace: on the device
    create_fn *create;
    version_fn *version;
    desc_create_fn *desc_create;
    desc_set_fn *desc_set;
    layout_create_fn *layout_create;
    preference_create_fn *preference_create;
    desc_set_fn *preference_set;
    destroy_fn *desc_destroy, *layout_destroy, *preference_destroy;
    heuristic_fn *heuristic;
    matmul_fn *matmul;
} lt;

// What to launch for one problem; made when a problem comes for the first time. Of fp8 there are
// two: sums promoted now and then, or as the tensor cores return them ("fast").
static struct plan {
    const void *d_C; // of the problem: no two live ones have the same; NULL: none yet
    struct gemm_problem p;
    enum dtype type_ab, type_c;
    void *desc, *A, *B, *C;
    struct algorithm algorithm;
    int chosen, found; // the algorithm's number in the order of the heuristic, from 1; of how many
    bool possible;
} plans[2];

// ---- The library ---------------------------------------------------------------------------------

// ISO C has no conversion from a data pointer to a function pointer; POSIX promises that the bytes
// mean the same, so they are copied.
static bool find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool find_all(void *library)
{
    const struct {
        const char *name;
        void *function;
    } functions[] = {
        {"cublasLtCreate", &lt.create},
        {"cublasLtGetVersion", &lt.version},
        {"cublasLtMatmulDescCreate", &lt.desc_create},
        {"cublasLtMatmulDescSetAttribute", &lt.desc_set},
        {"cublasLtMatmulDescDestroy", &lt.desc_destroy},
        {"cublasLtMatrixLayoutCreate", &lt.layout_create},
        {"cublasLtMatrixLayoutDestroy", &lt.layout_destroy},
        {"cublasLtMatmulPreferenceCreate", &lt.preference_create},
        {"cublasLtMatmulPreferenceSetAttribute", &lt.preference_set},
        {"cublasLtMatmulPreferenceDestroy", &lt.preference_destroy},
        {"cublasLtMatmulAlgoGetHeuristic", &lt.heuristic},
        {"cublasLtMatmul", &lt.matmul},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!find(library, functions[i].name, functions[i].function))
            return false;
    return true;
}

bool cublas_lt_open(int *version)
{
    static const char *const names[] = {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so",
                                        "/usr/local/cuda/lib64/libcublasLt.so"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library && !lt.handle; i++)
        library = dlopen(names[i], RTLD_NOW);
    if (!lt.handle) {
        if (!library || !find_all(library) || lt.create(&lt.handle) != 0)
            return false;
        CUDA_CHECK(cudaMalloc(&lt.workspace, CUBLAS_LT_WORKSPACE));
    }
    *version = (int)lt.version();
    return true;
}

// ---- One problem ---------------------------------------------------------------------------------

bool cublas_lt_has(const struct group *group)
{
    const bool fp8 = group->type_ab == DTYPE_E4M3 && group->transpose == TRANSPOSE_NT; // no other
    const bool ab = group->type_ab == DTYPE_F16 || group->type_ab == DTYPE_BF16 || fp8;
    return ab && (group->type_c == DTYPE_F32 || (!fp8 && group->type_c == group->type_ab));
}

static void forget_plan(struct plan *plan)
{
    if (plan->desc)
        lt.desc_destroy(plan->desc);
    void *const layouts[] = {plan->A, plan->B, plan->C};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (layouts[i])
            lt.layout_destroy(layouts[i]);
    memset(plan, 0, sizeof *plan);
}

// B's scales are of the first operand.
static bool describe_scales(struct plan *plan, const struct gemm_problem *p)
{
    const int32_t first = SCALE_BLK128, second = SCALE_VEC128;
    return !p->a_scales ||
           (lt.desc_set(plan->desc, DESC_A_SCALE_MODE, &first, sizeof first) == 0 &&
            lt.desc_set(plan->desc, DESC_B_SCALE_MODE, &second, sizeof second) == 0 &&
            lt.desc_set(plan->desc, DESC_A_SCALES, &p->b_scales, sizeof p->b_scales) == 0 &&
            lt.desc_set(plan->desc, DESC_B_SCALES, &p->a_scales, sizeof p->a_scales) == 0);
}

// cuBLASLt stores matrices by columns. Read by columns, what stands in memory is the transpose, and
// C^T = op(B)^T op(A)^T: so the operands change places and no element has to move.
static bool describe(struct plan *plan, const struct problem *problem, bool fast)
{
    const struct gemm_problem *p = &problem->p;
    const struct matrix *A = &problem->A, *B = &problem->B;
    const int type_ab = cublas_data_type(A->type), type_c = cublas_data_type(problem->type_c);
    const int compute = problem->type_c == DTYPE_F16 ? COMPUTE_16F : COMPUTE_32F;
    const int8_t is_fast = fast;
    const int32_t op_first = p->trans_b ? OP_T : OP_N, op_second = p->trans_a ? OP_T : OP_N;
    const int scale = cublas_data_type(cublas_scalar_type(problem->type_c));
    return lt.desc_create(&plan->desc, compute, scale) == 0 &&
           lt.desc_set(plan->desc, DESC_TRANSA, &op_first, sizeof op_first) == 0 &&
           lt.desc_set(plan->desc, DESC_TRANSB, &op_second, sizeof op_second) == 0 &&
           (!fast || lt.desc_set(plan->desc, DESC_FAST_ACCUM, &is_fast, sizeof is_fast) == 0) &&
           describe_scales(plan, p) &&
           lt.layout_create(&plan->B, type_ab, (uint64_t)B->cols, (uint64_t)B->rows, p->ldb) == 0 &&
           lt.layout_create(&plan->A, type_ab, (uint64_t)A->cols, (uint64_t)A->rows, p->lda) == 0 &&
           lt.layout_create(&plan->C, type_c, (uint64_t)p->n, (uint64_t)p->m, p->ldc) == 0;
}

// What the heuristic names for this plan; their number.
static int ask_heuristic(const struct plan *plan, struct heuristic_result *results)
{
    const size_t workspace = CUBLAS_LT_WORKSPACE;
    void *preference;
    int found = 0;
    if (lt.preference_create(&preference) != 0)
        return 0;
    const bool answered = lt.preference_set(preference, PREF_MAX_WORKSPACE_BYTES, &workspace,
                                            sizeof workspace) == 0 &&
                          lt.heuristic(lt.handle, plan->desc, plan->B, plan->A, plan->C, plan->C,
                                       preference, CUBLAS_LT_ALGORITHMS, results, &found) == 0;
    lt.preference_destroy(preference);
    return answered ? found : 0;
}

// Its status: 0 is good.
static int run(const struct plan *plan, const struct problem *problem)
{
    const double scales[] = {problem->p.alpha, problem->p.beta};
    _Alignas(double) unsigned char alpha[sizeof(double)], beta[sizeof(double)];
    dtype_from_double(cublas_scalar_type(problem->type_c), &scales[0], 1, alpha);
    dtype_from_double(cublas_scalar_type(problem->type_c), &scales[1], 1, beta);
    return lt.matmul(lt.handle, plan->desc, alpha, problem->d_B, plan->B, problem->d_A, plan->A,
                     beta, problem->d_C, plan->C, problem->d_C, plan->C, &plan->algorithm,
                     lt.workspace, CUBLAS_LT_WORKSPACE, NULL);
}

// Each is timed like an entrant, cool and in turns; the best of its times counts. `self` runs this
// plan.
static bool choose_algorithm(struct plan *plan, const struct problem *problem, peer_fn *self)
{
    const struct entrant trial = {.peer = self};
    struct heuristic_result results[CUBLAS_LT_ALGORITHMS];
    double ms[CUBLAS_LT_ALGORITHMS], last_ms = 0;
    int best = -1;
    plan->found = ask_heuristic(plan, results);
    plan->possible = true; // `self` does not have to plan again
    for (int turn = 0; turn < CUBLAS_LT_TURNS; turn++)
        for (int i = 0; i < plan->found; i++) {
            plan->algorithm = results[i].algorithm;
            if (turn == 0)
                ms[i] = results[i].state == 0 && run(plan, problem) == 0 ? INFINITY : NAN;
            if (isnan(ms[i]))
                continue;
            CUDA_CHECK(cudaDeviceSynchronize());
            rest_after(last_ms);
            last_ms = time_once(problem, &trial);
            ms[i] = fmin(ms[i], last_ms);
        }
    for (int i = 0; i < plan->found; i++)
        if (!isnan(ms[i]) && (best < 0 || ms[i] < ms[best]))
            best = i;
    if (best >= 0)
        plan->algorithm = results[best].algorithm;
    plan->chosen = best + 1;
    return best >= 0;
}

static bool is_planned(const struct plan *plan, const struct problem *problem)
{
    const struct gemm_problem *p = &problem->p, *q = &plan->p;
    return plan->d_C == problem->d_C && p->m == q->m && p->n == q->n && p->k == q->k &&
           p->trans_a == q->trans_a && p->trans_b == q->trans_b && p->a_scales == q->a_scales &&
           plan->type_ab == problem->A.type && plan->type_c == problem->type_c;
}

static bool multiply(struct plan *plan, const struct problem *problem, bool fast, peer_fn *self,
                     struct failure *why)
{
    if (!is_planned(plan, problem)) {
        forget_plan(plan);
        plan->d_C = problem->d_C;
        plan->p = problem->p;
        plan->type_ab = problem->A.type;
        plan->type_c = problem->type_c;
        plan->possible = describe(plan, problem, fast) && choose_algorithm(plan, problem, self);
    }
    if (!plan->possible)
        return fail(why, "cuBLASLt names no algorithm for this shape");
    const int status = run(plan, problem);
    if (status != 0)
        return fail(why, "cublasLtMatmul answers with status %d", status);
    fail(why, "algorithm %d of %d", plan->chosen, plan->found); // a remark
    return true;
}

bool cublas_lt_gemm(const struct problem *problem, struct failure *why)
{
    return multiply(&plans[0], problem, false, cublas_lt_gemm, why);
}

bool cublas_lt_gemm_fast(const struct problem *problem, struct failure *why)
{
    return multiply(&plans[1], problem, true, cublas_lt_gemm_fast, why);
}
