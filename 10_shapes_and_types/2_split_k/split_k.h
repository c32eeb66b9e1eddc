// SPDX-License-Identifier: MIT
//
// split_k.h: one GEMM whose K is cut into partitions, for blocks that would otherwise be idle.
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

// How the sums of the partitions are added. All but the last give the same bits in every run.
enum split_way {
    SPLIT_REDUCE, // each partition writes its own sums; a second launch adds them in order
    SPLIT_TURNS,  // each partition adds to C when its turn comes (CUTLASS: serial split-K)
    SPLIT_ATOMIC, // each partition adds to C by atomics, in the order of arrival
    SPLIT_WAYS
};

struct split {
    int partitions; // 0: as many as fill this GPU
    enum k_cut_rule cut;
    enum split_way way;
};

// The partitions, tile and grid of a problem on a device. It only computes. m, n > 0.
struct split_plan {
    struct k_cut cut; // of the k that is multiplied; 0 if C is only scaled
    enum split_way way;
    bool async;        // all pieces begin at multiples of 16 bytes, if necessary after packing
    int configuration; // 08/8_tuned's table; -1: none fits
    int tiles, blocks; // of C; of the grid
};
struct split_plan split_k_plan(const struct hier_device *device, const struct gemm_problem *p,
                               const struct split *split);

// Bytes of device memory that a call needs, at a multiple of PARTIAL_SUMS_ALIGN. SPLIT_REDUCE: all
// partial sums. SPLIT_TURNS: an int for each tile of C, zero before the first call; each call
// leaves zeros. Otherwise 0. (Operands that must be packed use memory that belongs to the stream:
// pack.h.)
size_t split_k_workspace(const struct gemm_problem *p, const struct split *split);

// False, with a reason: fewer than 0 partitions or more than k; a workspace that is too small or
// not aligned. Queries the current device.
bool split_k_check(const struct gemm_problem *p, const struct split *split, const void *workspace,
                   size_t bytes, struct failure *why);

// C = alpha A op(B) + beta C. Launches the kernels and does not wait. If split_k_check() rejects
// the call, the program ends with a message before anything is written.
void split_k_gemm(const struct gemm *g, const struct split *split, void *workspace, size_t bytes);

enum { SPLIT_K_SCALE_THREADS = 128 }; // of a block that scales C by beta

// The steps: as many partitions as fill the GPU, and a workspace that is kept with the stream.
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
