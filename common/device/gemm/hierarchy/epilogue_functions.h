// SPDX-License-Identifier: MIT
//
// epilogue_functions.h: the functions that turn a sum into an element of C (CUTLASS: the epilogue's
// functor, or output operator). For host code and kernels.
//
//     x = alpha acc + beta C         the linear combination, with which all functions begin
//     EPILOGUE_LINEAR    x
//     EPILOGUE_BIAS      x + bias[column]
//     EPILOGUE_RELU      x, or 0 where x < 0
//     EPILOGUE_GELU      x (1 + erf(x / sqrt(2))) / 2: the exact one, not that with tanh
//     EPILOGUE_CLAMP     x, or low where x < low, or high where x > high
//     EPILOGUE_SCALE     x scale[column]
//     EPILOGUE_BIAS_ROWS, EPILOGUE_SCALE_ROWS   the same by bias[row] and scale[row]
//     EPILOGUE_BIAS_RELU, EPILOGUE_BIAS_GELU    ReLU or GELU of x + bias[column]: a layer of a
//                        network, ReLU(A B + bias), in one
//
// NaN stays NaN in all of them. The function is a literal at each call, so a kernel contains only
// its own.
#ifndef HIERARCHY_EPILOGUE_FUNCTIONS_H
#define HIERARCHY_EPILOGUE_FUNCTIONS_H

#include <math.h>
#include <stddef.h>

#include "../../layout_device.h"

enum epilogue_function {
    EPILOGUE_LINEAR,
    EPILOGUE_BIAS,
    EPILOGUE_RELU,
    EPILOGUE_GELU,
    EPILOGUE_CLAMP,
    EPILOGUE_SCALE,
    EPILOGUE_BIAS_RELU,
    EPILOGUE_BIAS_GELU,
    EPILOGUE_BIAS_ROWS,
    EPILOGUE_SCALE_ROWS,
    EPILOGUE_FUNCTIONS
};

// The type of C and D (epilogue_types.h). The sums are float.
enum epilogue_type { EPILOGUE_F32, EPILOGUE_F16, EPILOGUE_BF16, EPILOGUE_S8, EPILOGUE_TYPES };

LAYOUT_INLINE int epilogue_bytes(enum epilogue_type type)
{
    return type == EPILOGUE_S8 ? 1 : type == EPILOGUE_F32 ? 4 : 2;
}

struct epilogue {
    float alpha, beta;
    const float *bias;  // EPILOGUE_BIAS...: n or m elements; device memory if a kernel uses it
    float low, high;    // EPILOGUE_CLAMP
    const float *scale; // EPILOGUE_SCALE...: like bias
    // C, if the result D is another matrix; else NULL. Its rows must be as aligned as D's.
    const void *source;
    int ld_source;
    enum epilogue_type type;
    // For sums of D's rows (epilogue_rows.h), else NULL: m sums for each `wn` columns of D, the
    // columns of a warp.
    float *row_parts;
};

LAYOUT_INLINE float epilogue_relu(float x) { return x < 0 ? 0 : x; }

LAYOUT_INLINE float epilogue_gelu(float x)
{
    const float sqrt_half = 0.70710678f;
    return 0.5f * x * (1 + erff(x * sqrt_half));
}

// The address of an element's old value in C. d: the address of the new value.
LAYOUT_INLINE const void *epilogue_source(const struct epilogue *e, const void *d, int row, int col)
{
    return e->source ? (const char *)e->source +
                           (row * (ptrdiff_t)e->ld_source + col) * epilogue_bytes(e->type)
                     : d;
}

// The new value of element (row, col). old: its value before; it is ignored if beta == 0, even if
// it is NaN.
LAYOUT_INLINE float epilogue_value(enum epilogue_function function, const struct epilogue *e,
                                   float acc, float old, int row, int col)
{
    float x = e->alpha * acc;
    if (e->beta != 0)
        x += e->beta * old;
    switch (function) {
    case EPILOGUE_BIAS: return x + e->bias[col];
    case EPILOGUE_RELU: return epilogue_relu(x);
    case EPILOGUE_GELU: return epilogue_gelu(x);
    case EPILOGUE_CLAMP: return x < e->low ? e->low : x > e->high ? e->high : x;
    case EPILOGUE_SCALE: return x * e->scale[col];
    case EPILOGUE_BIAS_ROWS: return x + e->bias[row];
    case EPILOGUE_SCALE_ROWS: return x * e->scale[row];
    case EPILOGUE_BIAS_RELU: return epilogue_relu(x + e->bias[col]);
    case EPILOGUE_BIAS_GELU: return epilogue_gelu(x + e->bias[col]);
    default: return x;
    }
}

#endif
