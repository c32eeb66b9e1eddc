// SPDX-License-Identifier: MIT
//
// step.h: a step of the ladder as a row of a table.
//
// Each chapter lists its steps once, in the table of its main.c. Values that most steps share are
// in the chapter's defaults, next to the table. The driver, the tests, the benchmark and the plots
// enumerate that table, so adding a step is one file and one row.
#ifndef COMMON_STEP_H
#define COMMON_STEP_H

#include <stdbool.h>
#include <stddef.h>

#include "counters.h"
#include "dtype.h"
#include "../base/failure.h"
#include "../device/index.h"

#ifdef __cplusplus
extern "C" {
#endif

// One GEMM problem, stated as CBLAS states it, row-major:
//     C = alpha * op(A) * op(B) + beta * C      op(A) is m x k, op(B) is k x n, C is m x n
// Sizes and leading dimensions count elements; lda is at least the row length of A as stored.
// alpha and beta are values that the accumulator's type holds exactly.
// Steps of other kinds use only some of these members (kind.h).
struct gemm_problem {
    bool trans_a, trans_b;
    int m, n, k;
    double alpha, beta;
    int lda, ldb, ldc;
    double gamma; // of a vector step only
    const float *a_scales,
        *b_scales; // of a step that takes scales, in the memory where it computes (scales.h)
};

// C is only scaled: A and B are not read. And how many columns of A are.
static inline bool gemm_only_scales(const struct gemm_problem *p)
{
    return only_scales(p->alpha, p->k);
}

static inline int gemm_read_k(const struct gemm_problem *p)
{
    return gemm_only_scales(p) ? 0 : p->k;
}

// The launcher of a float32 step without transposes (chapters 01 to 05). A, B and C are host
// pointers for steps on the CPU and device pointers for steps on the GPU. Argument order: CBLAS.
typedef void sgemm_nn_fn(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc);

// Which operands a GEMM step takes transposed: N as it is, T transposed, A first. A GEMM takes A
// stored m x k (N) or k x m (T), and B k x n (N) or n x k (T), all row-major.
enum { TRANSPOSE_NN = 1, TRANSPOSE_NT = 2, TRANSPOSE_TN = 4, TRANSPOSE_TT = 8, TRANSPOSE_ALL = 15 };

// One problem with its operands, in the memory of the CPU or GPU that computes.
struct gemm {
    struct gemm_problem problem;
    const void *A, *B;
    void *C;
};

// The launcher of a GEMM step from chapter 07 on, on the GPU, for the types of its row.
typedef void gemm_fn(const struct gemm *g);

// The launchers of the other kinds, all on the GPU. Vectors and results are dense; A is m x n, row-
// major; types are the step's.
//     vector      z = a x + b y + c, n elements
//     reduction   of A, to m sums (STEP_ROW_SUM) or to one (STEP_SUM_SQUARES)
//     transpose   C = A transposed, n x m
typedef void vector_fn(int n, float a, const void *x, float b, const void *y, float c, void *z);
typedef void reduction_fn(int m, int n, const void *A, int lda, void *result);
typedef void transpose_fn(int m, int n, const void *A, int lda, void *C, int ldc);

enum step_kind { STEP_GEMM, STEP_VECTOR, STEP_ROW_SUM, STEP_SUM_SQUARES, STEP_TRANSPOSE };
enum step_place { STEP_ON_GPU, STEP_ON_CPU };

// Which thread of a launch computes an element of C: for the report of a wrong element.
struct owner {
    int block_x, block_y, block_z;
    int thread; // linear index in its block: warp = thread / 32, lane = thread % 32
};

struct sizes {
    int m, n, k;
};

// A row omits the members marked with a * that are as in the chapter's defaults.
struct step {
    const char *name;    // as its file: "2_coalesced"
    const char *teaches; // one line
    enum step_kind kind;
    enum step_place place;      // *
    enum dtype type_ab, type_c; // * element types of A and B, and of C (accumulator included)
    unsigned transposes; // * of a GEMM step with run.gemm: TRANSPOSE_NN | ...; 0: run.sgemm_nn
    int units_lost;      // of a product before it is added, in u |a b|, u = epsilon / 2 of C's type
    int min_compute_capability; // * 80 for 8.0; 0 if any GPU will do
    // * Tensor cores truncate sums where other units round them to nearest
    // (common/device/ptx/README.md).
    bool on_tensor_cores;
    bool on_cuda_cores; // for a step on CUDA cores in a chapter whose other steps use tensor cores
    int promoted;       // fp8: after this many k a sum is added to an f32; 0: at the end
    bool scaled;        // A and B have scales of blocks (scales.h)
    bool converts_to_f16; // A and B become f16, rounded to nearest, while they are loaded
    union {
        sgemm_nn_fn *sgemm_nn;
        gemm_fn *gemm;
        vector_fn *vector;
        reduction_fn *reduction;
        transpose_fn *transpose;
    } run;
    // * The thread that owns C(row, col); NULL if there is none (CPU).
    struct owner (*owner)(const struct gemm_problem *p, int row, int col);
    // * False, with a one-line reason, if this problem does not fit this machine; NULL if every
    // problem does. Must not touch the device's memory.
    bool (*fits)(const struct gemm_problem *p, struct failure *why);
    // * Bytes of device memory that a call takes in addition to A, B and C. NULL: none.
    double (*workspace)(const struct gemm_problem *p);
    // The step's counters, computed by formulas from the problem and the step's tile sizes. Exact
    // for any shape; A, B and C begin at multiples of 32 bytes. COUNT_UNKNOWN for a counter without
    // a formula; NULL if there is no formula at all (CPU).
    struct counts (*predict)(const struct gemm_problem *p);
    // Default m, n and k; 0 for the chapter's size.
    struct sizes default_emulated, default_gpu;
};

// What an experiment may use: the machine and how to report. Defined in
// driver/request/setup.h.
struct setup;

// An experiment of one chapter with its own flag, such as --waves of 02_naive.
struct experiment {
    const char *flag;     // "--waves"
    const char *step;     // "8_tile_backward": a step that is not a row of the table; or NULL
    const char *argument; // what --help calls the flag's value; NULL if it has none
    const char *help;     // one line for --help
    const char *beside;   // flag of another experiment whose value this one also takes; or NULL
    bool draws;           // writes a picture into --svg FILE
    // Returns the exit status of the program. The values stand in setup.
    int (*run)(const struct gemm_problem *p, const struct setup *setup);
};

struct chapter {
    const char *name;   // "02_naive"
    const char *title;  // one line
    struct step *table; // read only by chapter_step()
    int step_count;
    struct step defaults; // of rows that omit a member marked with a * (0, false, NULL)
    const struct experiment *experiments;
    int experiment_count;
    int default_size_emulated, default_size_gpu, default_size_cpu; // of m, n and k
    int default_k_emulated, default_k_gpu; // of k, if it differs from the size above; otherwise 0
};

// The step in row 0 ... step_count - 1, with the chapter's defaults filled in. All code reads rows
// in this way.
const struct step *chapter_step(const struct chapter *chapter, int number);

#ifdef __cplusplus
}
#endif
#endif
