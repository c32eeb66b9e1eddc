// SPDX-License-Identifier: MIT
#include "dtype.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

static const struct {
    const char *name;
    size_t size;
    double epsilon, largest, smallest;
} types[DTYPE_COUNT] = {
    [DTYPE_F16] = {"f16", 2, 0x1p-10, 65504, 0x1p-24},
    [DTYPE_BF16] = {"bf16", 2, 0x1p-7, 0x1.FEp127, 0x1p-133},
    [DTYPE_TF32] = {"tf32", 4, 0x1p-10, 0x1.FFCp127, 0x1p-136},
    [DTYPE_F32] = {"f32", 4, FLT_EPSILON, FLT_MAX, 0x1p-149},
    [DTYPE_F64] = {"f64", 8, DBL_EPSILON, DBL_MAX, 0x1p-1074},
    [DTYPE_I8] = {"i8", 1, 0, INT8_MAX, 1},
    [DTYPE_I32] = {"i32", 4, 0, INT32_MAX, 1},
    [DTYPE_E4M3] = {"e4m3", 1, 0x1p-3, 448, 0x1p-9},
};

const char *dtype_name(enum dtype type) { return types[type].name; }

size_t dtype_size(enum dtype type) { return types[type].size; }

double dtype_epsilon(enum dtype type) { return types[type].epsilon; }

double dtype_largest(enum dtype type) { return types[type].largest; }

double dtype_smallest(enum dtype type) { return types[type].smallest; }

// ---- The small floats: sign, exponent, mantissa --------------------------------------------------

struct small_float {
    int exponent_bits, mantissa_bits;
    bool finite; // no Inf, and one NaN: all bits set
};

static const struct small_float half = {5, 10, false}, bfloat16 = {8, 7, false},
                                e4m3 = {4, 3, true};

static double decode(struct small_float f, uint16_t bits)
{
    const int bias = (1 << (f.exponent_bits - 1)) - 1;
    const int exponent = (bits >> f.mantissa_bits) & ((1 << f.exponent_bits) - 1);
    const int mantissa = bits & ((1 << f.mantissa_bits) - 1);
    double value;
    const bool top = exponent == (1 << f.exponent_bits) - 1;
    if (top && (!f.finite || mantissa == (1 << f.mantissa_bits) - 1)) {
        value = mantissa ? (double)NAN : (double)INFINITY;
    } else if (exponent == 0) {
        value = ldexp(mantissa, 1 - bias - f.mantissa_bits);
    } else { // the same fields in float64, whose bias is 1023: faster than ldexp
        const uint64_t same =
            (uint64_t)(exponent - bias + 1023) << 52 | (uint64_t)mantissa << (52 - f.mantissa_bits);
        memcpy(&value, &same, sizeof value);
    }
    return bits >> (f.exponent_bits + f.mantissa_bits) ? -value : value;
}

static uint16_t encode(struct small_float f, double x)
{
    const int bias = (1 << (f.exponent_bits - 1)) - 1;
    const int top = ((1 << f.exponent_bits) - 1) << f.mantissa_bits,
              ones = (1 << f.mantissa_bits) - 1;
    const int most = f.finite ? top + ones - 1 : top; // the largest number, or Inf
    int bits;
    if (isnan(x)) {
        bits = f.finite ? top + ones : top | 1 << (f.mantissa_bits - 1);
    } else if (isinf(x)) {
        bits = most;
    } else {
        int exponent;
        frexp(x, &exponent); // |x| = [0.5, 1) * 2^exponent; 0 for 0
        exponent = exponent - 1 < 1 - bias || x == 0 ? 1 - bias : exponent - 1;
        // x| in units of the last mantissa bit; rint rounds ties to even. A carry out of the
        // mantissa
        //  increments the exponent automatically, because the two fields are adjacent.
        const double units = rint(ldexp(fabs(x), f.mantissa_bits - exponent));
        const int field = exponent + bias - 1; // one less: the leading 1 of `units` adds it again
        bits = exponent > bias + 1 ? most : (field << f.mantissa_bits) + (int)units;
        if (bits > most)
            bits = most;
    }
    return (uint16_t)(bits | (signbit(x) ? 1 << (f.exponent_bits + f.mantissa_bits) : 0));
}

// ---- tf32: a float32 whose lowest bits do not count ----------------------------------------------

enum { TF32_IGNORED = (1 << 13) - 1 };

static double tf32_value(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint32_t cut = bits & ~(uint32_t)TF32_IGNORED;
    float value;
    memcpy(&value, isnan(x) ? &bits : &cut, sizeof value); // a NaN stays one
    return value;
}

static float tf32_nearest(double x)
{
    if (!isfinite(x) || x == 0)
        return (float)x;
    int exponent;
    frexp(x, &exponent);                                       // |x| = [0.5, 1) * 2^exponent
    const int last = (exponent < -125 ? -125 : exponent) - 11; // of the 11 bits that count
    const double value = ldexp(rint(ldexp(x, -last)), last);
    return fabs(value) > 0x1.FFCp127 ? copysignf(INFINITY, (float)x) : (float)value;
}

// ---- Rows of elements ----------------------------------------------------------------------------

void dtype_to_double(enum dtype type, const void *from, size_t count, double *to)
{
    switch (type) {
    case DTYPE_F16:
    case DTYPE_BF16:
        for (size_t i = 0; i < count; i++)
            to[i] = decode(type == DTYPE_F16 ? half : bfloat16, ((const uint16_t *)from)[i]);
        break;
    case DTYPE_TF32:
        for (size_t i = 0; i < count; i++)
            to[i] = tf32_value(((const float *)from)[i]);
        break;
    case DTYPE_F32:
        for (size_t i = 0; i < count; i++)
            to[i] = ((const float *)from)[i];
        break;
    case DTYPE_F64:
        for (size_t i = 0; i < count; i++)
            to[i] = ((const double *)from)[i];
        break;
    case DTYPE_I8:
        for (size_t i = 0; i < count; i++)
            to[i] = ((const int8_t *)from)[i];
        break;
    case DTYPE_I32:
        for (size_t i = 0; i < count; i++)
            to[i] = ((const int32_t *)from)[i];
        break;
    case DTYPE_E4M3:
        for (size_t i = 0; i < count; i++)
            to[i] = decode(e4m3, ((const uint8_t *)from)[i]);
        break;
    case DTYPE_COUNT: break;
    }
}

static double saturate(double x, double low, double high)
{
    if (isnan(x))
        return 0;
    return x < low ? low : x > high ? high : rint(x);
}

// Converting a double that is too large to float is undefined in C, so we return Inf ourselves.
// From half a step above FLT_MAX on, rounding to nearest gives Inf.
static float to_float(double x)
{
    const double limit = 0x1.FFFFFFp127;
    return x >= limit ? INFINITY : x <= -limit ? -INFINITY : (float)x;
}

void dtype_from_double(enum dtype type, const double *from, size_t count, void *to)
{
    switch (type) {
    case DTYPE_F16:
    case DTYPE_BF16:
        for (size_t i = 0; i < count; i++)
            ((uint16_t *)to)[i] = encode(type == DTYPE_F16 ? half : bfloat16, from[i]);
        break;
    case DTYPE_TF32:
        for (size_t i = 0; i < count; i++)
            ((float *)to)[i] = tf32_nearest(from[i]);
        break;
    case DTYPE_F32:
        for (size_t i = 0; i < count; i++)
            ((float *)to)[i] = to_float(from[i]);
        break;
    case DTYPE_F64:
        for (size_t i = 0; i < count; i++)
            ((double *)to)[i] = from[i];
        break;
    case DTYPE_I8:
        for (size_t i = 0; i < count; i++)
            ((int8_t *)to)[i] = (int8_t)saturate(from[i], INT8_MIN, INT8_MAX);
        break;
    case DTYPE_I32:
        for (size_t i = 0; i < count; i++)
            ((int32_t *)to)[i] = (int32_t)saturate(from[i], INT32_MIN, INT32_MAX);
        break;
    case DTYPE_E4M3:
        for (size_t i = 0; i < count; i++)
            ((uint8_t *)to)[i] = (uint8_t)encode(e4m3, from[i]);
        break;
    case DTYPE_COUNT: break;
    }
}
