// SPDX-License-Identifier: MIT
//
// inputs.h: the operands of recorded products, made from a number. Host code, C and CUDA.
//
// A problem is what one mma.sync or wgmma multiplies: A, B and C. Its number and its instruction
// decide all of its bits, so a record needs to hold results only. A case is one element of D: a row
// of A times a column of B plus an element of C. Problem p is of kind p % MMA_KINDS.
#ifndef BENCH_MMA_CASES_INPUTS_H
#define BENCH_MMA_CASES_INPUTS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "numbers.h"

// wgmma's are the largest.
enum { MMA_MOST_A = 64 * 32, MMA_MOST_B = 256 * 32, MMA_MOST_C = 64 * 256 };

// Bits of the elements: a[row * k + p], b[col * k + p], c[row * n + col].
struct mma_operands {
    uint64_t a[MMA_MOST_A], b[MMA_MOST_B], c[MMA_MOST_C];
};

enum mma_kind {
    MMA_NORMAL,       // near 1
    MMA_WIDE,         // exponents far apart
    MMA_CANCELLATION, // products that cancel, exactly or except for a last bit
    MMA_SUBNORMAL,    // operands and results that are
    MMA_OVERFLOW,     // near the largest
    MMA_SPECIAL,      // NaN, Inf and zeros among other values
    MMA_ONE_LARGE,    // one product, all other products smaller by some number of bits
    MMA_ONE_HOT,      // shows which element is where
    MMA_LARGE_C,      // C larger than the products by some number of bits
    MMA_INTEGERS,     // small, many of them zero
    MMA_BITS,         // any
    MMA_ORDER,        // +x and -x at two places, small ones between
    MMA_POWERS,       // of two: ties, and bits that stick
    MMA_ZEROS,        // as MMA_WIDE, many zeros
    MMA_KINDS
};

// ---- Problems -----------------------------------------------------------------------------------

// Exponents that the kinds draw from: of A and B, and of C.
struct mma_range {
    int low, high, c_low, c_high;
};

static inline bool mma_is_fp8(enum ptx_type type) { return type == PTX_E4M3 || type == PTX_E5M2; }

static inline struct mma_range mma_range_of_fp8(enum ptx_type type, enum mma_kind kind)
{
    const bool wide = type == PTX_E5M2;
    switch (kind) {
    case MMA_WIDE:
    case MMA_ZEROS:
        return wide ? (struct mma_range){-16, 15, -30, 30} : (struct mma_range){-9, 8, -20, 20};
    case MMA_POWERS:
        return wide ? (struct mma_range){-12, 12, -24, 24} : (struct mma_range){-6, 6, -14, 14};
    case MMA_SUBNORMAL:
        return wide ? (struct mma_range){-16, -10, -40, -16} : (struct mma_range){-9, -5, -20, -8};
    case MMA_OVERFLOW:
        return wide ? (struct mma_range){12, 15, 125, 127} : (struct mma_range){6, 8, 125, 127};
    default: return (struct mma_range){-3, 3, -4, 4};
    }
}

static inline struct mma_range mma_range_of(const struct mma_traits *t, enum mma_kind kind,
                                            bool odd)
{
    const bool half = t->a_type == PTX_F16, half_c = t->c_type == PTX_F16;
    const bool f64 = t->a_type == PTX_F64;
    if (mma_is_fp8(t->a_type))
        return mma_range_of_fp8(t->a_type, kind);
    switch (kind) {
    case MMA_WIDE:
    case MMA_ZEROS:
        if (half)
            return half_c ? (struct mma_range){-14, 6, -14, 12}
                          : (struct mma_range){-14, 15, -30, 30};
        return f64 ? (struct mma_range){-40, 40, -80, 80} : (struct mma_range){-16, 16, -32, 32};
    case MMA_POWERS:
        if (half)
            return half_c ? (struct mma_range){-12, 6, -14, 12}
                          : (struct mma_range){-12, 12, -24, 24};
        return f64 ? (struct mma_range){-16, 16, -32, 32} : (struct mma_range){-8, 8, -16, 16};
    case MMA_SUBNORMAL:
        if (half && odd)
            return half_c ? (struct mma_range){-12, -6, -26, -14}
                          : (struct mma_range){-24, -12, -150, -40};
        if (half)
            return (struct mma_range){-26, -10, half_c ? -26 : -50, half_c ? -12 : -10};
        if (f64)
            return odd ? (struct mma_range){-540, -508, -1080, -1018}
                       : (struct mma_range){-1080, -1018, -1080, -1018};
        return odd ? (struct mma_range){-77, -60, -150, -120}
                   : (struct mma_range){-138, -124, -150, -120};
    case MMA_OVERFLOW:
        if (half)
            return half_c ? (struct mma_range){3, 8, 11, 15} : (struct mma_range){12, 15, 125, 127};
        return f64 ? (struct mma_range){505, 512, 1020, 1023}
                   : (struct mma_range){58, 64, 122, 127};
    default: return (struct mma_range){-3, 3, -4, 4};
    }
}

static inline void mma_fill_random(uint64_t *s, const struct mma_traits *t, struct mma_range r,
                                   struct mma_operands *out)
{
    for (unsigned i = 0; i < t->m * t->k; i++)
        out->a[i] = mma_number(s, t->a_type, r.low, r.high);
    for (unsigned i = 0; i < t->n * t->k; i++)
        out->b[i] = mma_number(s, t->b_type, r.low, r.high);
    for (unsigned i = 0; i < t->m * t->n; i++)
        out->c[i] = mma_number(s, t->c_type, r.c_low, r.c_high);
}

// Some of n elements become what `special` draws: one of `each` on average.
static inline void mma_sprinkle(uint64_t *s, enum ptx_type type, uint64_t *bits, unsigned n,
                                int each, bool zeros)
{
    for (unsigned i = 0; i < n; i++)
        if (mma_between(s, 1, each) == 1)
            bits[i] = zeros ? 0 : mma_special(s, type);
}

static inline void mma_fill_cancelling(uint64_t *s, const struct mma_traits *t,
                                       struct mma_operands *out)
{
    const uint64_t a_sign = (uint64_t)1 << (mma_bits_of(t->a_type) - 1);
    const uint64_t b_last = (uint64_t)1 << mma_format_of(t->b_type).unused;
    mma_fill_random(s, t, (struct mma_range){-6, 6, -30, -2}, out);
    // In each pair of columns of A the second is minus the first; B has the same in both, or
    // nearly.
    for (unsigned p = 0; p + 1 < t->k; p += 2) {
        for (unsigned i = 0; i < t->m; i++)
            out->a[i * t->k + p + 1] = out->a[i * t->k + p] ^ a_sign;
        for (unsigned j = 0; j < t->n; j++)
            out->b[j * t->k + p + 1] = out->b[j * t->k + p] ^ (mma_random(s) % 3 == 0 ? b_last : 0);
    }
}

static inline void mma_fill_one_large(uint64_t *s, const struct mma_traits *t,
                                      struct mma_operands *out)
{
    const unsigned large = (unsigned)mma_between(s, 0, (int)t->k - 1);
    const bool f64 = t->a_type == PTX_F64;
    const int half_gap = f64                     ? 30
                         : t->a_type == PTX_F16  ? (t->c_type == PTX_F16 ? 8 : 12)
                         : mma_is_fp8(t->a_type) ? 12
                                                 : 16;
    mma_fill_random(s, t, (struct mma_range){-1, 1, -4, 4}, out);
    for (unsigned i = 0; i < t->m; i++) {
        const int gap = mma_between(s, 0, half_gap);
        for (unsigned p = 0; p < t->k; p++)
            out->a[i * t->k + p] =
                mma_number(s, t->a_type, p == large ? gap / 2 : gap / 2 - gap - 1,
                           p == large ? gap / 2 : gap / 2 - gap);
    }
    for (unsigned j = 0; j < t->n; j++) {
        const int gap = mma_between(s, 0, half_gap);
        for (unsigned p = 0; p < t->k; p++)
            out->b[j * t->k + p] =
                mma_number(s, t->b_type, p == large ? gap / 2 : gap / 2 - gap - 1,
                           p == large ? gap / 2 : gap / 2 - gap);
    }
    for (unsigned i = 0; i < t->m * t->n; i++)
        out->c[i] = mma_number(s, t->c_type, -half_gap, half_gap);
}

static inline void mma_fill_one_hot(const struct mma_traits *t, unsigned turn,
                                    struct mma_operands *out)
{
    const unsigned k = t->k;
    for (unsigned i = 0; i < t->m; i++)
        for (unsigned p = 0; p < k; p++)
            out->a[i * k + p] = mma_integer(t->a_type, turn % 2 ? (i + turn / 2) % k == p
                                                                : (int)((i * k + p) % 113 + 1));
    for (unsigned j = 0; j < t->n; j++)
        for (unsigned p = 0; p < k; p++)
            out->b[j * k + p] = mma_integer(t->b_type, turn % 2 ? (int)((j * k + p) % 113 + 1)
                                                                : (j + turn / 2) % k == p);
    for (unsigned i = 0; i < t->m * t->n; i++)
        out->c[i] = mma_integer(t->c_type, turn % 4 < 2 ? 0 : (int)(i * 3));
}

static inline void mma_fill_order(uint64_t *s, const struct mma_traits *t, struct mma_operands *out)
{
    const bool f64 = t->a_type == PTX_F64;
    const int largest = f64 ? 56 : t->c_type == PTX_F16 || t->a_type == PTX_E4M3 ? 15 : 28;
    for (unsigned i = 0; i < t->m; i++) {
        const int first = mma_between(s, 0, (int)t->k - 1),
                  second = mma_between(s, 0, (int)t->k - 1);
        const int gap = mma_between(s, 0, largest);
        const uint64_t fraction = mma_random(s);
        for (int p = 0; p < (int)t->k; p++)
            out->a[(unsigned)i * t->k + (unsigned)p] =
                p == first || p == second
                    ? mma_encode(t->a_type, p == second, gap / 2, fraction)
                    : mma_number(s, t->a_type, gap / 2 - gap - 1, gap / 2 - gap + 1);
    }
    for (unsigned j = 0; j < t->n; j++) {
        const uint64_t same = mma_number(s, t->b_type, 0, 0);
        for (unsigned p = 0; p < t->k; p++)
            out->b[j * t->k + p] = same;
    }
    for (unsigned i = 0; i < t->m * t->n; i++)
        out->c[i] = mma_random(s) % 4 ? mma_number(s, t->c_type, -14, 0) : 0;
}

static inline void mma_fill_powers(uint64_t *s, const struct mma_traits *t, struct mma_range r,
                                   struct mma_operands *out)
{
    for (unsigned i = 0; i < t->m * t->k; i++)
        out->a[i] = mma_encode(t->a_type, mma_random(s) & 1, mma_between(s, r.low, r.high), 0);
    for (unsigned i = 0; i < t->n * t->k; i++)
        out->b[i] = mma_encode(t->b_type, mma_random(s) & 1, mma_between(s, r.low, r.high), 0);
    for (unsigned i = 0; i < t->m * t->n; i++)
        out->c[i] = mma_encode(t->c_type, mma_random(s) & 1, mma_between(s, r.c_low, r.c_high), 0);
}

static inline void mma_fill_integers(uint64_t *s, const struct mma_traits *t, int most, int most_c,
                                     struct mma_operands *out)
{
    for (unsigned i = 0; i < t->m * t->k; i++)
        out->a[i] = mma_integer(t->a_type, mma_between(s, -most, most));
    for (unsigned i = 0; i < t->n * t->k; i++)
        out->b[i] = mma_integer(t->b_type, mma_between(s, -most, most));
    for (unsigned i = 0; i < t->m * t->n; i++)
        out->c[i] = mma_integer(t->c_type, mma_between(s, -most_c, most_c));
}

static inline void mma_fill_bits(uint64_t *s, const struct mma_traits *t, struct mma_operands *out)
{
    for (unsigned i = 0; i < t->m * t->k; i++)
        out->a[i] = mma_random(s) & mma_ones(mma_bits_of(t->a_type));
    for (unsigned i = 0; i < t->n * t->k; i++)
        out->b[i] = mma_random(s) & mma_ones(mma_bits_of(t->b_type));
    for (unsigned i = 0; i < t->m * t->n; i++)
        out->c[i] = mma_random(s) & mma_ones(mma_bits_of(t->c_type));
}

// Integers: extremes in one kind of problem, any bits in all other problems.
static inline void mma_fill_s8(uint64_t *s, const struct mma_traits *t, enum mma_kind kind,
                               struct mma_operands *out)
{
    mma_fill_bits(s, t, out);
    if (kind != MMA_OVERFLOW)
        return;
    for (unsigned i = 0; i < t->m * t->k; i++)
        out->a[i] = mma_random(s) % 4 ? 0x80 : 0x7F;
    for (unsigned i = 0; i < t->n * t->k; i++)
        out->b[i] = mma_random(s) % 4 ? 0x80 : 0x7F;
    for (unsigned i = 0; i < t->m * t->n; i++)
        out->c[i] = (mma_random(s) & 1 ? 0x7FFFFFFF : 0x80000000) ^ (mma_random(s) & 0xFFFF);
}

// Fills the operands of problem `number` of the instruction that is number `instruction` in
// MMA_INSTRUCTIONS.
static inline void mma_inputs(const struct mma_traits *t, unsigned instruction, unsigned number,
                              struct mma_operands *out)
{
    const enum mma_kind kind = (enum mma_kind)(number % MMA_KINDS);
    const unsigned turn = number / MMA_KINDS;
    const struct mma_range range = mma_range_of(t, kind, turn % 2);
    uint64_t seed = (uint64_t)instruction << 32 | number;
    uint64_t s = mma_random(&seed); // so that neighbours have nothing in common
    memset(out->a, 0, sizeof *out->a * t->m * t->k);
    memset(out->b, 0, sizeof *out->b * t->n * t->k);
    memset(out->c, 0, sizeof *out->c * t->m * t->n);
    if (kind == MMA_ONE_HOT) {
        mma_fill_one_hot(t, turn, out);
        return;
    }
    if (t->a_type == PTX_S8) {
        mma_fill_s8(&s, t, kind, out);
        return;
    }
    switch (kind) {
    case MMA_CANCELLATION: mma_fill_cancelling(&s, t, out); break;
    case MMA_ONE_LARGE: mma_fill_one_large(&s, t, out); break;
    case MMA_INTEGERS: mma_fill_integers(&s, t, turn % 2 ? 2 : 1, 3, out); break;
    case MMA_BITS: mma_fill_bits(&s, t, out); break;
    case MMA_ORDER: mma_fill_order(&s, t, out); break;
    case MMA_POWERS: mma_fill_powers(&s, t, range, out); break;
    case MMA_LARGE_C:
        mma_fill_random(&s, t, (struct mma_range){-6, 0, 0, t->c_type == PTX_F64 ? 56 : 28}, out);
        break;
    default: mma_fill_random(&s, t, range, out); break;
    }
    if (kind == MMA_SPECIAL) {
        mma_sprinkle(&s, t->a_type, out->a, t->m * t->k, 24, false);
        mma_sprinkle(&s, t->b_type, out->b, t->n * t->k, 24, false);
        mma_sprinkle(&s, t->c_type, out->c, t->m * t->n, 12, false);
    }
    if (kind == MMA_ZEROS) {
        mma_sprinkle(&s, t->a_type, out->a, t->m * t->k, 2, true);
        mma_sprinkle(&s, t->b_type, out->b, t->n * t->k, 3, true);
        mma_sprinkle(&s, t->c_type, out->c, t->m * t->n, 2, true);
    }
    // What a tf32 does not hold: never looked at.
    const uint64_t junk = mma_ones(mma_format_of(t->a_type).unused);
    for (unsigned i = 0; turn % 4 == 3 && junk && i < t->m * t->k; i++)
        out->a[i] |= mma_random(&s) & junk;
    for (unsigned i = 0; turn % 4 == 3 && junk && i < t->n * t->k; i++)
        out->b[i] |= mma_random(&s) & junk;
}

#endif
