// SPDX-License-Identifier: MIT
//
// pack.h: copies of operands whose rows are not aligned for copies of 16 bytes (cp.async, TMA).
//
// Such an operand is first copied into rows that begin at multiples of 128 bytes (short rows: of
// 16) and end with zeros; 01_cpu packs for a similar reason. This reads and writes every element
// once: on an H200 it takes an eighth of the time of chapter 08's products at 4096. Elements of 16
// bits.
#ifndef COMMON_GEMM_PACK_H
#define COMMON_GEMM_PACK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a block copies: a part of a row for each of its warps.
enum { PACK_COLS = 512, PACK_ROWS = 4 };
enum { PACK_ALIGN = 64 }; // elements between the beginnings of long rows: a multiple of this

// One operand: rows x cols elements of 16 bits from `from` to `to`, whose rows have to_ld elements.
struct pack_operand {
    const uint16_t *from;
    uint16_t *to;
    int rows, cols, ld, to_ld;
};

// An operand that must be packed, without its target; rows or cols 0: nothing to pack.
struct pack_operand pack_operand(const void *data, int rows, int cols, int ld);
// An operand that can stay where it is.
static inline struct pack_operand pack_nothing(void) { return (struct pack_operand){0}; }

// Elements of its copy, rounded up so that another one can follow at a multiple of 128 bytes.
size_t pack_elements(const struct pack_operand *o);

// The number of blocks in the launch that copies it; 0 for nothing.
int pack_blocks(const struct pack_operand *o);

// Starts the copies of both into a workspace of the current device, where they stay until the next
// call, and sets their `to`. If there is nothing to copy, no kernel is launched.
void pack_operands(struct pack_operand *a, struct pack_operand *b);

#ifdef __cplusplus
}
#endif
#endif
