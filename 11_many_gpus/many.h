// SPDX-License-Identifier: MIT
//
// many.h: one GEMM on several GPUs: the two operations, and the steps that compute them.
//
// A, B and C are bf16 and row-major, and B is stored n x k. p GPUs, called ranks 0 to p - 1:
//
//   all-gather      C = alpha A B^T + beta C    A is split by rows, B by rows (columns of C).
//                                               Rank r computes m x n_r of C and needs all of A.
//   reduce-scatter  C = alpha A B^T + beta C    A and B are split along k, C by rows.
//                                               Rank r has a part of every sum and keeps m_r x n.
//   grid            C = alpha A B^T + beta C    The ranks form a grid, and every matrix is split in
//                                               both directions. Rank r has one block of each.
//
// A step is written for one rank. Each rank has a host thread, which calls it (parts/ranks.h).
#ifndef MANY_GPUS_H
#define MANY_GPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MANY_MOST = 8, MANY_RANKS = 64 }; // GPUs of one process, and of all processes

enum many_operation { MANY_ALL_GATHER, MANY_REDUCE_SCATTER, MANY_GRID, MANY_OPERATIONS };

// The whole problem, the same for all ranks. Rank r's operands are in the memory of its GPU, and
// only its process has their addresses. A of an all-gather has room for as many rows on every rank
// (many_part's `each`): NCCL sends them all.
struct many_gemm {
    enum many_operation operation;
    int m, n, k;   // of the whole
    int grid_rows; // of MANY_GRID: rank r is in row r / columns and column r % columns
    float alpha, beta;
    int lda, ldb, ldc; // of every rank's part, in elements
    const uint16_t *A[MANY_RANKS], *B[MANY_RANKS];
    uint16_t *C[MANY_RANKS];
};

// A part of `whole` elements: [begin, begin + size). All parts but the last ones have `each`, a
// multiple of `multiple`. So parts that are stored one after another are the whole, without gaps.
struct many_part {
    int begin, size, each;
};
static inline struct many_part many_part(int whole, int ranks, int rank, int multiple)
{
    const int each = ((whole + ranks - 1) / ranks + multiple - 1) / multiple * multiple;
    const int begin = rank * each < whole ? rank * each : whole;
    const int end = begin + each < whole ? begin + each : whole;
    return (struct many_part){begin, end - begin, each};
}

// Rows of A (all-gather) or C (reduce-scatter) of a rank, its columns of C, and its part of k. Rows
// of A must begin where 16-byte copies can, so that k is cut at multiples of 8.
static inline struct many_part many_rows(const struct many_gemm *g, int ranks, int rank)
{
    return many_part(g->m, ranks, rank, 1);
}
static inline struct many_part many_cols(const struct many_gemm *g, int ranks, int rank)
{
    return many_part(g->n, ranks, rank, 1);
}
static inline struct many_part many_depth(const struct many_gemm *g, int ranks, int rank)
{
    return many_part(g->k, ranks, rank, 8);
}

// The block of a matrix that a rank has, as rows and columns of the whole matrix.
struct many_block {
    struct many_part rows, cols;
};
struct many_block many_block_of_a(const struct many_gemm *g, int ranks, int rank); // of m x k
struct many_block many_block_of_b(const struct many_gemm *g, int ranks, int rank); // of n x k
struct many_block many_block_of_c(const struct many_gemm *g, int ranks, int rank); // of m x n

// The rows of the grid that is closest to a square, with no more rows than columns.
int many_grid_rows(int ranks);

struct rank;
typedef void many_fn(struct rank *me, const struct many_gemm *g);

struct many_step {
    const char *name, *teaches;
    many_fn *run;
    // Products that a rank launches on p GPUs, and bytes that a rank sends.
    int (*launches)(const struct many_gemm *g, int ranks);
    double (*sent)(const struct many_gemm *g, int ranks);
    enum many_operation operation;
    bool needs_nccl;
};
extern const struct many_step many_steps[];
extern const int many_step_count;

many_fn all_gather, all_gather_one_shot, all_gather_shards, all_gather_in_turn, all_gather_flags,
    all_gather_pull;
many_fn reduce_scatter, reduce_scatter_one_shot, reduce_scatter_shards, reduce_scatter_epilogue;
many_fn all_gather_tuned, reduce_scatter_tuned;
many_fn summa, summa_flags;
int summa_panels(const struct many_gemm *g, int ranks); // products that it launches

#ifdef __cplusplus
}
#endif
#endif
