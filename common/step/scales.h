// SPDX-License-Identifier: MIT
//
// scales.h: fp8 operands whose blocks have scales, as in DeepSeek's models.
//
// The value of an element is the stored value times the scale of its block, a float32:
//
//     A    a scale for each row (of m) and 128 of k: a_scales[p / 128 * ld + i], ld = m in whole 4s
//     B    one for 128 of n by 128 of k: b_scales[j / 128 * ld + p / 128], ld = their number along
//          k in whole 4s
//
// for stored and for transposed operands. So A's scales of neighbouring rows are neighbours, and
// rows of scales begin where TMA can read them. cuBLASLt has the same format (VEC128, BLK128x128;
// without a gap after A's, so m is a multiple of 4).
#ifndef COMMON_SCALES_H
#define COMMON_SCALES_H

#include "../device/host_device.h"
#include "matrix.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SCALE_BLOCK = 128 };

HOST_DEVICE static inline int scales_ld(int count) { return (count + 3) / 4 * 4; }

// Random scales of A, or B, between 1/2 and 2; or powers of two, with which exact sums stay exact.
// Gaps hold NaN. k_major: k runs along the rows of M. False if there is not enough memory.
bool scales_add(struct matrix *M, bool is_b, bool k_major, uint64_t seed, bool powers_of_two);

// Of both operands of a problem.
bool scales_add_both(const struct gemm_problem *p, struct matrix *A, struct matrix *B,
                     uint64_t seed, bool powers_of_two);

#ifdef __cplusplus
}
#endif
#endif
