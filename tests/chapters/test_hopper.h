// SPDX-License-Identifier: MIT
//
// test_hopper.h: launches of test_hopper.cu's kernels. Pointers to elements are device pointers.
#ifndef TESTS_TEST_HOPPER_H
#define TESTS_TEST_HOPPER_H

#include <stdbool.h>
#include <stdint.h>

#include "../../09_hopper/hopper.h"

#ifdef __cplusplus
extern "C" {
#endif

// Tiles of 128 of m (or n) by 64 of k.
enum { HOPPER_TILE_ROWS = 128, HOPPER_TILE = HOPPER_TILE_ROWS * HOPPER_BK };

// Where somebody stands who begins at (0, parity) and goes on `count` times: stage, then parity.
void hopper_ring_places(int parity, int stages, int count, int *out);

// The tile of A (of B) that begins at (row, k), as the copy engine brings it.
void hopper_bring(const struct gemm *g, bool of_b, int row, int k, uint16_t *out);

// The products of two tiles that lie in shared memory as they are given: 64 of each of 128 threads
// for the first 64 rows of A, and then as many for the others.
void hopper_multiply(const uint16_t *a, const uint16_t *b, bool trans_a, bool trans_b, float *out);

#ifdef __cplusplus
}
#endif
#endif
