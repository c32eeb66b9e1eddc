// SPDX-License-Identifier: MIT
//
// grouped.h: products of different sizes in one launch (cuBLAS: GemmGroupedBatchedEx; CUTLASS:
// GemmGrouped).
//
//     struct group group;
//     if (!grouped_make(&group, products, count, &why)) ...   // once
//     grouped_gemm(&group);                                   // as often as wanted
//     grouped_free(&group);
#ifndef SHAPES_GROUPED_H
#define SHAPES_GROUPED_H

#include "../../common/base/failure.h"
#include "../../common/device/gemm/hierarchy/params.h"

#ifdef __cplusplus
extern "C" {
#endif

// The schedule. All tiles of all products form one row, product after product: product i has the
// tiles from first[i] to first[i + 1] - 1 (prefix sums). Block b takes the tiles b, b + blocks, b +
// 2 blocks ... and finds the product of each by bisection.
struct group {
    int count;
    int configuration; // 08/8_tuned's table
    int blocks;
    bool async, trans_a, trans_b;
    int *first;                                // count + 1, on the host
    const struct hier_params *device_products; // device memory
    const int *device_first;
};

// Each product has its own A, B, C, sizes, ld, alpha and beta; all have one layout: NN, NT, TN or
// TT. Copies what it needs to the device; the matrices stay where they are. False, with a reason:
// no products; different layouts; C's that overlap; no tile fits this GPU.
bool grouped_make(struct group *group, const struct gemm *products, int count, struct failure *why);
void grouped_free(struct group *group);

// The part of grouped_make() that only computes: which copies and which tiles. False, with a
// reason: no tile fits this GPU.
bool grouped_choose(struct group *group, const struct gemm *products, int count,
                    struct failure *why);

// Launches all of them and does not wait.
void grouped_gemm(const struct group *group);

// The step: C in four parts of different sizes, a product each. Each call makes the group anew.
enum { GROUP_PARTS = 4 };
gemm_fn hgemm_grouped;
void group_of_parts(struct gemm parts[GROUP_PARTS], const struct gemm *g);
double grouped_memory(const struct gemm_problem *p);
struct counts grouped_predict(const struct gemm_problem *p);

// The product that a tile belongs to: first[i] <= tile < first[i + 1].
LAYOUT_INLINE int grouped_product(const int *first, int count, int tile)
{
    int low = 0, high = count; // the product is one of low ... high - 1
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (first[middle] <= tile)
            low = middle;
        else
            high = middle;
    }
    return low;
}

#ifdef __cplusplus
}
#endif
#endif
