// SPDX-License-Identifier: MIT
//
// split_k.h: one GEMM, its K in partitions for blocks that would have nothing to do.
//
//     struct split split = {.partitions = 16, .way = SPLIT_REDUCE};
//     size_t bytes = split_k_workspace(&g.problem, &split);   // the caller's to allocate and free
//     if (!split_k_check(&g.problem, &split, workspace, bytes, &why)) ...
//     split_k_gemm(&g, &split, workspace, bytes);
#ifndef SHAPES_SPLIT_K_H
#define SHAPES_SPLIT_K_H

#include "../../common/base/failure.h"
#include "../parts/k_cut.h"

#ifdef __cplusplus
extern "C" {
#endif

// How the sums of the partitions come together. All but the last give the same bits in every run.
enum split_way {
    SPLIT_REDUCE, // each partition writes its own; a second launch adds them in their order
    SPLIT_TURNS,  // in C: each waits for its turn (CUTLASS: serial split-K)
    SPLIT_ATOMIC, // in C: by atomic additions, in the order in which they happen to come
    SPLIT_WAYS
};

struct split {
    int partitions; // 0: as many as fill this GPU
    enum k_cut_rule cut;
    enum split_way way;
};

// What partitions, tile and grid a problem gets on a device: arithmetic alone. m, n > 0.
struct split_plan {
    struct k_cut cut; // of the k that is multiplied: 0 where C is only scaled
    enum split_way way;
    bool async;        // all pieces begin at multiples of 16 bytes, perhaps of packed operands
    int configuration; // 08/8_tuned's table; -1: none fits
    int tiles, blocks; // of C; of the grid
};
struct split_plan split_k_plan(const struct hier_device *device, const struct gemm_problem *p,
                               const struct split *split);

// Bytes of device memory that a call needs, at a multiple of PARTIAL_SUMS_ALIGN. SPLIT_REDUCE: all
// partial sums. SPLIT_TURNS: an int for each tile of C, zero before the first call; each call
// leaves zeros. Else 0. (Operands that have to be packed are packed into memory of the stream's:
// pack.h.)
size_t split_k_workspace(const struct gemm_problem *p, const struct split *split);

// False, with a line: fewer than 0 partitions or more than k; less workspace than that, or one that
// begins elsewhere. Asks the current device.
bool split_k_check(const struct gemm_problem *p, const struct split *split, const void *workspace,
                   size_t bytes, struct failure *why);

// C = alpha A op(B) + beta C. Starts it, and does not wait. What split_k_check() refuses ends the
// program with a message, before anything is written.
void split_k_gemm(const struct gemm *g, const struct split *split, void *workspace, size_t bytes);

enum { SPLIT_K_SCALE_THREADS = 128 }; // of a block that makes beta C of C

// The steps: as many partitions as fill the GPU, and a workspace that is kept for the stream.
gemm_fn hgemm_split_k, hgemm_split_k_turns, hgemm_split_k_atomic;
double split_k_memory(const struct gemm_problem *p);
double split_k_memory_turns(const struct gemm_problem *p);
struct owner split_k_owner(const struct gemm_problem *p, int row, int col);
struct owner split_k_owner_in_c(const struct gemm_problem *p, int row, int col);
struct counts split_k_predict(const struct gemm_problem *p);
struct counts split_k_predict_turns(const struct gemm_problem *p);
struct counts split_k_predict_atomic(const struct gemm_problem *p);

#ifdef __cplusplus
}
#endif
#endif
