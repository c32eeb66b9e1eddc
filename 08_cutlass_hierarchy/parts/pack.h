// SPDX-License-Identifier: MIT
//
// pack.h: A and B as cp.async wants them, whatever their rows are like. For 8_tuned.
//
// cp.async takes 16 bytes from a multiple of 16. Where rows of A or B begin elsewhere or end within
// 16 bytes, that operand is copied first, into rows that begin at multiples of 128 bytes (short
// ones: of 16) and end with zeros; 01_cpu packs for a like reason. Every element is read and
// written once for that: on an H200 an eighth of what the products take at 4096. The kernels then
// run at full speed.
#ifndef HIER_PACK_H
#define HIER_PACK_H

#include "../../common/base/failure.h"
#include "../hierarchy.h"

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

// Which operands have to be packed: what the copies are like, but for where they are. rows == 0: it
// can stay as it is. Where C is only scaled, both can.
void pack_plan(struct pack_operand *a, struct pack_operand *b, const struct gemm *g);

// The blocks of the launch that copies it. 0 for nothing.
int pack_blocks(const struct pack_operand *o);

// For struct step: rows whose copies would be longer than an int can say, and the copies' bytes.
bool pack_fits(const struct gemm_problem *p, struct failure *why);
double pack_workspace(const struct gemm_problem *p);

// The same product with A and B that are packed where they have to be, for a launch that follows:
// the copies stand in a workspace of the current device until the next call. Elements of 16 bits.
struct gemm pack(const struct gemm *g);

#ifdef __cplusplus
}
#endif
#endif
