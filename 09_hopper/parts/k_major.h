// SPDX-License-Identifier: MIT
//
// k_major.h: copies of operands that wgmma or TMA cannot read where they are. For tf32 and s8,
// wgmma needs k along the rows; and TMA needs rows at multiples of 16 bytes (pack.h does the same
// for 16 bits).
#ifndef HOPPER_K_MAJOR_H
#define HOPPER_K_MAJOR_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// (2_sgemm_tma's B, whose rows run along n, is copied in this way, too: "k" is then n.)
//
// Copies rows x k elements of 1 or 4 bytes, or k x rows (transposed), from `from` to rows of k
// elements that begin at multiples of 16 bytes and end with zeros. rows 0: nothing is copied.
//
// float32 can be split into tf32 parts (tf32_parts.h): then a row has three parts of equal length.
// Opposite each other in A and B are finite and small, small and finite, big and big; so
// the product of the rows is the sum of these three products.
enum k_major_split { K_MAJOR_WHOLE, K_MAJOR_PARTS_OF_A, K_MAJOR_PARTS_OF_B };
enum { K_MAJOR_PARTS = 3 };
struct k_major_copy {
    const void *from;
    void *to;
    int rows, k, ld, to_ld;
    int element; // bytes
    bool transposed;
    enum k_major_split split;
};

// Fills in everything except the destination.
struct k_major_copy k_major_copy(const void *data, int rows, int k, int ld, int element,
                                 bool transposed, enum k_major_split split);
size_t k_major_bytes(const struct k_major_copy *c); // of the copy, a multiple of 128

// Starts both copies into a workspace of the current device, and sets their `to`.
void k_major_copies(struct k_major_copy *a, struct k_major_copy *b);

#ifdef __cplusplus
}
#endif
#endif
