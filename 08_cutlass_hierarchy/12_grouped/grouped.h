// SPDX-License-Identifier: MIT
//
// grouped.h: products of different sizes in one launch (cuBLAS: GemmGroupedBatchedEx; CUTLASS:
// GemmGrouped).
//
//     struct group group;
//     if (!grouped_make(&group, products, count, &why)) ...   // once
//     grouped_gemm(&group);                                   // as often as wanted
//     grouped_free(&group);
#ifndef HIER_GROUPED_H
#define HIER_GROUPED_H

#include "../../common/base/failure.h"
#include "../hierarchy.h"

#ifdef __cplusplus
extern "C" {
#endif

// The schedule. All tiles of all products stand in a row, product after product: product i has the
// tiles from first[i] to first[i + 1] - 1 (prefix sums). Block b takes the tiles b, b + blocks,
// b + 2 blocks ...; which product a tile belongs to, it finds by bisection.
struct group {
    int count;
    int configuration; // 8_tuned's table
    int blocks;
    bool async, trans_b;
    int *first;                                // count + 1, on the host
    const struct hier_params *device_products; // device memory
    const int *device_first;
};

// Products that read A and B and write C of their own, all NN or all NT, with any sizes, ld, alpha
// and beta each. Copies what it needs to the device; the matrices stay where they are. False, with
// a line: no products; NN and NT together; C's that overlap; no tile fits this GPU.
bool grouped_make(struct group *group, const struct gemm *products, int count, struct failure *why);
void grouped_free(struct group *group);

// Starts all of them, and does not wait.
void grouped_gemm(const struct group *group);

// The product that a tile belongs to: first[i] <= tile < first[i + 1].
LAYOUT_INLINE int grouped_product(const int *first, int count, int tile)
{
    int low = 0, high = count; // it is one of low ... high - 1
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
