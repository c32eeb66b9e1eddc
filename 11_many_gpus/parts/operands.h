// SPDX-License-Identifier: MIT
//
// operands.h: operands in the memory of all GPUs, whose values host and device can compute: so a
// result of any size can be checked without copying its operands.
#ifndef MANY_OPERANDS_H
#define MANY_OPERANDS_H

#include <cuda_runtime_api.h>

#include "../../common/base/failure.h"
#include "../../common/device/host_device.h"
#include "../many.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ranks;

enum operand_seed { SEED_A = 1, SEED_B, SEED_C };

// Element (row, col) of the whole matrix: a multiple of 1/64 from -2 to 127/64, exact in bf16.
HOST_DEVICE static inline float operand_value(unsigned seed, int row, int col)
{
    uint32_t x = seed * 0x9E3779B9u + (uint32_t)row * 0x85EBCA6Bu + (uint32_t)col * 0xC2B2AE35u;
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x = (x ^ x >> 15) * 0x846CA68Bu;
    return (float)((int)((x ^ x >> 16) & 255) - 128) / 64;
}

// The value between two rows: it must not be read as an element, and in C not be written.
enum { OPERAND_GAP = 0x7FC1 }; // a NaN

// The operands of a problem that has all but its pointers. `gap` elements more than a row needs are
// the leading dimensions, which this sets. A grid without a shape gets one. Frees nothing when
// memory runs out: the program ends.
void operands_create(struct ranks *all, struct many_gemm *g, int gap);
void operands_free(struct ranks *all, struct many_gemm *g);
// C as it was before the first step.
void operands_reset_c(struct ranks *all, const struct many_gemm *g);

// Launches in the stream: element (i, j) of x becomes operand_value(seed, row + i, col + j).
void operands_fill(uint16_t *x, int rows, int cols, int ld, unsigned seed, int row, int col,
                   cudaStream_t stream);

// ---- check.c ------------------------------------------------------------------------------------

// Is C right on all GPUs of this process? Every element where C is small, else some of 24 rows.
// Held against sums in float64 with a bound for bf16; false with the first wrong element.
bool operands_check(struct ranks *all, const struct many_gemm *g, struct failure *why);

// A digest of C on all GPUs of this process: equal bits have equal digests.
uint64_t operands_digest(struct ranks *all, const struct many_gemm *g);

#ifdef __cplusplus
}
#endif
#endif
