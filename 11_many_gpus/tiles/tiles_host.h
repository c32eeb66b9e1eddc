// SPDX-License-Identifier: MIT
//
// tiles_host.h: from an operation to a launch of a kernel of tiles.h.
#ifndef MANY_TILES_HOST_H
#define MANY_TILES_HOST_H

#include "../parts/ranks.h"
#include "tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

bool many_is_same(const struct many_gemm *a, const struct many_gemm *b);

struct tiles_plan {
    enum many_operation operation;
    enum tuned_kernel kernel;
    struct tiles_params p;
};

// Begins an operation with flags: gives it a number, the same on all ranks, and memory for the
// flags. All ranks call it. Afterwards every rank knows the memory of every other.
// fetches: the kernel's warps fetch the rows of A; otherwise streams do, a flag for each rank.
// Returns the plan, or NULL if no kernel of tiles.h takes this operation: TMA cannot read or store
// a matrix, or a rank has no part of k. Then it is NULL on all ranks.
struct tiles_plan *tiles_plan_gather(struct rank *me, const struct many_gemm *g, bool fetches);
struct tiles_plan *tiles_plan_scatter(struct rank *me, const struct many_gemm *g);
// A part of another rank is in MEMORY_GATHERED (A) or MEMORY_INBOX (B): part i begins i * rows * ld
// elements after the first, with the rows and ld of any part.
struct tiles_plan *tiles_plan_grid(struct rank *me, const struct many_gemm *g);

// The best of these kernels for a product, the time that chapter 09's step 11 expects, in cycles,
// and the rounds of tiles: so many tiles a cluster computes at most.
enum tuned_kernel tiles_kernel(int m, int n, int k);
double tiles_cycles(int m, int n, int k);
int tiles_rounds(int m, int n, int k);
// Of k: how many slices of a peer's rows a kernel with so many rounds fetches one after another.
int tiles_slices(int lda, int rounds);

// In the rank's compute stream.
void tiles_launch(struct rank *me, struct tiles_plan *plan);

#ifdef __cplusplus
}
#endif
#endif
