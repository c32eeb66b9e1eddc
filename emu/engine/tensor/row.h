// SPDX-License-Identifier: MIT
//
// row.h: a row of A times columns of B, shared by mma.sync (multiply.c) and wgmma
// (wgmma_multiply.c).
#ifndef TENSOR_ROW_H
#define TENSOR_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "number.h"

// Function attribute: compile for processors with AVX2, and once more for all other processors.
#if defined __GNUC__ && !defined __clang__ && !defined __AVX2__
#define VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define VECTORS
#endif

// The decoded numbers of a row of A.
struct tensor_row {
    const int32_t *significand, *exponent;
    const uint8_t *special;
};

// Those of B, with columns side by side; the next position along k is `step` further.
struct tensor_columns {
    const int32_t *significand, *exponent;
    const uint8_t *special;
    size_t step;
};

// n: the columns, a multiple of 8. largest: in: the exponents of C; out: the largest of these and
// the products'. sum: the sum of the products, each times `scale` / 2^(largest - its exponent),
// truncated towards zero.
void tensor_add_row(const struct tensor_row *a, const struct tensor_columns *b, int n, int k,
                    int scale, int32_t *largest, int64_t *sum);

// The sum of column j if a NaN or Inf takes part, C included: one of these three, or FINITE.
enum special tensor_special_sum(const struct tensor_row *a, const struct tensor_columns *b, int j,
                                int k, enum special c);

// How a row of D is summed: the types of A and B, and of D; its columns; terms are truncated to
// multiples of 2^(E - kept), and D in f32 to so many bits of fraction.
enum { TENSOR_MOST_COLUMNS = 256 };
struct tensor_sums {
    enum emu_number factor, sum;
    int n, k, kept, fraction;
};

static inline uint32_t tensor_special_bits(enum special special, bool half)
{
    if (special == NOT_A_NUMBER)
        return half ? 0x7FFF : 0x7FFFFFFF;
    const uint32_t sign = special == MINUS_INF ? 1 : 0;
    return half ? sign << 15 | 0x7C00 : sign << 31 | 0x7F800000;
}

// c is a row of C, which D replaces. special: whether A's row or B has a NaN or Inf.
static inline void tensor_float_row(const struct tensor_sums *s, const struct tensor_row *a,
                                    const struct tensor_columns *b, bool special, uint32_t *c)
{
    const struct format f = format_of(s->sum);
    const bool half = s->sum == EMU_F16;
    const int twice = 2 * format_of(s->factor).fraction, extra_bits = s->kept - f.fraction;
    struct number start[TENSOR_MOST_COLUMNS];
    int32_t largest[TENSOR_MOST_COLUMNS];
    int64_t sum[TENSOR_MOST_COLUMNS];
    for (int j = 0; j < s->n; j++) {
        start[j] = decode(f, c[j]);
        largest[j] = start[j].exponent > LEAST ? start[j].exponent : LEAST;
        special |= (start[j].special & ~(unsigned)ZERO) != 0;
    }
    tensor_add_row(a, b, s->n, s->k, 1 << (s->kept - twice), largest, sum);
    for (int j = 0; j < s->n; j++) {
        const enum special found =
            special ? tensor_special_sum(a, b, j, s->k, start[j].special) : FINITE;
        const int away = largest[j] - start[j].exponent;
        const int64_t d = start[j].significand;
        const int64_t all = sum[j] + (extra_bits >= 0 ? cut(d * (1 << extra_bits), away)
                                                      : cut(d, away - extra_bits));
        if (found != FINITE)
            c[j] = tensor_special_bits(found, half);
        else if (all == 0)
            c[j] = 0;
        else if (half)
            c[j] = encode_f16(all, largest[j], s->kept);
        else
            c[j] = encode_f32(all, largest[j], s->kept) & ~(uint32_t)0 << (23 - s->fraction);
    }
}

#endif
