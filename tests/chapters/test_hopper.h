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

// The state of a ring that begins at (0, parity) and advances `count` times: stage, then parity.
void hopper_ring_places(int parity, int stages, int count, int *out);

// The tile of A (of B) that begins at (row, k), as the copy engine brings it.
void hopper_bring(const struct gemm *g, bool of_b, int row, int k, uint16_t *out);

// The products of two tiles that are stored in shared memory as given: 64 of each of 128 threads
// for the first 64 rows of A, and then as many for the other rows.
void hopper_multiply(const uint16_t *a, const uint16_t *b, bool trans_a, bool trans_b, float *out);

#ifdef __cplusplus
}
#endif
#endif
