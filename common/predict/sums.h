// SPDX-License-Identifier: MIT
//
// sums.h: the cost of storing C from the registers in which the tensor cores left the sums
// (mma.sync and wgmma): formulas for predictions.
#ifndef COMMON_SUMS_H
#define COMMON_SUMS_H

#include <stdbool.h>

#include "../step/counters.h"
#include "cover.h"

// Adds C, whose traffic is c: it is stored, and read first if beta is not 0.
void count_c(struct counts *sum, const struct traffic *c, int element, bool reads);
// Adds C of m x n floats, once: a warp stores 8 rows of 4 pairs, and reads them first if beta is
// not 0. vectors: each request moves whole pairs; otherwise one element of each.
void count_sums(struct counts *sum, int m, int n, int ldc, bool reads, bool vectors);
// The same for elements of this many bytes.
void count_sums_of(struct counts *sum, int m, int n, int ldc, int element, bool reads,
                   bool vectors);

#endif
