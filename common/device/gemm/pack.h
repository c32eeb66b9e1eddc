// SPDX-License-Identifier: MIT
//
// pack.h: copies of operands whose rows begin where no copy of 16 bytes may (cp.async, TMA).
//
// Such an operand is copied first, into rows that begin at multiples of 128 bytes (short ones: of
// 16) and end with zeros; 01_cpu packs for a like reason. Every element is read and written once
// for that: on an H200 an eighth of what chapter 08's products take at 4096. Elements of 16 bits.
#ifndef COMMON_GEMM_PACK_H
#define COMMON_GEMM_PACK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a block copies: so many elements of a row for each of its warps.
enum { PACK_COLS = 512, PACK_ROWS = 4 };
enum { PACK_ALIGN = 64 }; // elements between the beginnings of rows: a multiple, of long ones

// One operand: rows x cols elements of 16 bits from `from` to `to`, whose rows have to_ld elements.
struct pack_operand {
    const uint16_t *from;
    uint16_t *to;
    int rows, cols, ld, to_ld;
};

// An operand that has to be packed, but for where to; rows or cols 0: nothing has to.
struct pack_operand pack_operand(const void *data, int rows, int cols, int ld);
// One that can stay where it is.
static inline struct pack_operand pack_nothing(void) { return (struct pack_operand){0}; }

// Elements of its copy, up to where another one may begin: at a multiple of 128 bytes.
size_t pack_elements(const struct pack_operand *o);

// The blocks of the launch that copies it. 0 for nothing.
int pack_blocks(const struct pack_operand *o);

// Starts the copies of both, into a workspace of the current device, where they stand until the
// next call, and sets their `to`. Nothing to copy: no launch.
void pack_operands(struct pack_operand *a, struct pack_operand *b);

#ifdef __cplusplus
}
#endif
#endif
