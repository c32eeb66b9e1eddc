// SPDX-License-Identifier: MIT
//
// numbers.h: random numbers as bits of each element type, and elements in registers. Host code, C
// and CUDA.
#ifndef BENCH_MMA_CASES_NUMBERS_H
#define BENCH_MMA_CASES_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "../../../common/device/ptx/mma_traits.h"

// ---- Random bits --------------------------------------------------------------------------------

static inline uint64_t mma_random(uint64_t *state) // splitmix64
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

// low to high, both included.
static inline int mma_between(uint64_t *state, int low, int high)
{
    return low + (int)(mma_random(state) % (uint64_t)(high - low + 1));
}

// ---- Formats ------------------------------------------------------------------------------------

// Below the fraction are `unused` bits; a whole element has 1 + exponent + fraction + unused.
struct mma_format {
    int exponent, fraction, unused;
};

static inline struct mma_format mma_format_of(enum ptx_type type)
{
    switch (type) {
    case PTX_F16: return (struct mma_format){5, 10, 0};
    case PTX_BF16: return (struct mma_format){8, 7, 0};
    case PTX_TF32: return (struct mma_format){8, 10, 13};
    case PTX_F32: return (struct mma_format){8, 23, 0};
    case PTX_F64: return (struct mma_format){11, 52, 0};
    case PTX_E4M3: return (struct mma_format){4, 3, 0};
    case PTX_E5M2: return (struct mma_format){5, 2, 0};
    default: return (struct mma_format){0, 0, 0}; // an integer
    }
}

static inline int mma_bits_of(enum ptx_type type)
{
    const struct mma_format f = mma_format_of(type);
    return type == PTX_S8 ? 8 : type == PTX_S32 ? 32 : 1 + f.exponent + f.fraction + f.unused;
}

static inline uint64_t mma_ones(int bits)
{
    return bits < 64 ? ((uint64_t)1 << bits) - 1 : ~(uint64_t)0;
}

// +-1.fraction * 2^e; subnormal or zero where e is too small, the largest exponent where too large.
static inline uint64_t mma_encode(enum ptx_type type, bool negative, int e, uint64_t fraction)
{
    const struct mma_format f = mma_format_of(type);
    const int bias = (1 << (f.exponent - 1)) - 1, largest = 2 * bias;
    int biased = e + bias;
    fraction &= mma_ones(f.fraction);
    if (biased > largest)
        biased = largest;
    if (biased < 1) {
        fraction = (fraction | (uint64_t)1 << f.fraction);
        fraction = 1 - biased < 63 ? fraction >> (1 - biased) : 0;
        biased = 0;
    }
    const uint64_t bits = (uint64_t)biased << f.fraction | fraction;
    return (bits | (uint64_t)negative << (f.exponent + f.fraction)) << f.unused;
}

// A small whole number, exact in every format.
static inline uint64_t mma_integer(enum ptx_type type, int value)
{
    const struct mma_format f = mma_format_of(type);
    const unsigned size = (unsigned)(value < 0 ? -value : value);
    if (f.exponent == 0)
        return (uint64_t)(int64_t)value & mma_ones(mma_bits_of(type));
    if (size == 0)
        return 0;
    const int e = 31 - __builtin_clz(size);
    return mma_encode(type, value < 0, e, ((uint64_t)size << f.fraction) >> e);
}

static inline uint64_t mma_special(uint64_t *state, enum ptx_type type)
{
    const struct mma_format f = mma_format_of(type);
    const int width = 1 + f.exponent + f.fraction;
    const uint64_t sign = (mma_random(state) & 1) << (width - 1);
    const uint64_t top = mma_ones(f.exponent) << f.fraction;
    switch (mma_between(state, 0, 5)) {
    case 0: return (sign | top | (mma_random(state) & mma_ones(f.fraction))) << f.unused;
    case 1:
    case 2: return (sign | top) << f.unused;
    default: return sign << f.unused;
    }
}

// Random sign and fraction, an exponent from low to high.
static inline uint64_t mma_number(uint64_t *state, enum ptx_type type, int low, int high)
{
    const uint64_t r = mma_random(state);
    return mma_encode(type, r >> 63, mma_between(state, low, high), r);
}

// ---- Registers ----------------------------------------------------------------------------------

// The 32-bit registers of all lanes, lane by lane, from an operand whose element (row, col) is
// bits[row * cols + col]; `b` is seen as N x K.
static inline void mma_to_registers(struct tv_literal tv, enum ptx_type type, unsigned rows,
                                    unsigned cols, unsigned registers, const uint64_t *bits,
                                    uint32_t *out)
{
    const unsigned width = (unsigned)mma_bits_of(type), values = literal_size(tv.value);
    memset(out, 0, sizeof *out * 32 * registers);
    for (unsigned t = 0; t < 32; t++)
        for (unsigned v = 0; v < values; v++) {
            const unsigned at = (unsigned)tv_offset(tv, t, v), bit = v * width;
            const uint64_t x = bits[at % rows * cols + at / rows];
            out[t * registers + bit / 32] |= (uint32_t)x << bit % 32;
            if (width == 64)
                out[t * registers + bit / 32 + 1] = (uint32_t)(x >> 32);
        }
}

static inline void mma_from_registers(struct tv_literal tv, enum ptx_type type, unsigned rows,
                                      unsigned cols, unsigned registers, const uint32_t *in,
                                      uint64_t *bits)
{
    const unsigned width = (unsigned)mma_bits_of(type), values = literal_size(tv.value);
    for (unsigned t = 0; t < 32; t++)
        for (unsigned v = 0; v < values; v++) {
            const unsigned at = (unsigned)tv_offset(tv, t, v), bit = v * width;
            uint64_t x = in[t * registers + bit / 32] >> bit % 32;
            if (width == 64)
                x |= (uint64_t)in[t * registers + bit / 32 + 1] << 32;
            bits[at % rows * cols + at / rows] = x & mma_ones((int)width);
        }
}

// FNV-1a over 32-bit words.
static inline uint64_t mma_digest(uint64_t digest, const uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        digest = (digest ^ words[i]) * 0x100000001B3u;
    return digest;
}

#endif
