// SPDX-License-Identifier: MIT
//
// cuComplex.h: complex numbers as float2 and double2 (x real, y imaginary), for C and C++.
#ifndef EMU_CUCOMPLEX_H
#define EMU_CUCOMPLEX_H

#include <math.h>

#include "../vector_functions.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// The functions of one precision: `suffix` is f for float and empty for double.
#define EMU_COMPLEX(type, real, suffix, make, absolute) \
    static inline __attribute__((always_inline, unused)) real cuCreal##suffix(type a) \
    { \
        return a.x; \
    } \
    static inline __attribute__((always_inline, unused)) real cuCimag##suffix(type a) \
    { \
        return a.y; \
    } \
    static inline __attribute__((always_inline, unused)) type cuConj##suffix(type a) \
    { \
        return make(a.x, -a.y); \
    } \
    static inline __attribute__((always_inline, unused)) type cuCadd##suffix(type a, type b) \
    { \
        return make(a.x + b.x, a.y + b.y); \
    } \
    static inline __attribute__((always_inline, unused)) type cuCsub##suffix(type a, type b) \
    { \
        return make(a.x - b.x, a.y - b.y); \
    } \
    static inline __attribute__((always_inline, unused)) type cuCmul##suffix(type a, type b) \
    { \
        return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); \
    } \
    /* b is scaled to about 1 first, so that its square cannot overflow */ \
    static inline __attribute__((always_inline, unused)) type cuCdiv##suffix(type a, type b) \
    { \
        const real scale = 1 / (absolute(b.x) + absolute(b.y)); \
        const real ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale; \
        const real size = 1 / (bx * bx + by * by); \
        return make((ax * bx + ay * by) * size, (ay * bx - ax * by) * size); \
    } \
    static inline __attribute__((always_inline, unused)) \
    type cuCfma##suffix(type a, type b, type c) \
    { \
        return cuCadd##suffix(cuCmul##suffix(a, b), c); \
    }

EMU_COMPLEX(cuFloatComplex, float, f, make_float2, fabsf)
EMU_COMPLEX(cuDoubleComplex, double, , make_double2, fabs)
#undef EMU_COMPLEX

static inline __attribute__((always_inline, unused)) float cuCabsf(cuFloatComplex a)
{
    return hypotf(a.x, a.y);
}
static inline __attribute__((always_inline, unused)) double cuCabs(cuDoubleComplex a)
{
    return hypot(a.x, a.y);
}
static inline __attribute__((always_inline, unused)) cuFloatComplex make_cuFloatComplex(float x,
                                                                                        float y)
{
    return make_float2(x, y);
}
static inline __attribute__((always_inline, unused)) cuComplex make_cuComplex(float x, float y)
{
    return make_float2(x, y);
}
static inline __attribute__((always_inline, unused)) cuDoubleComplex make_cuDoubleComplex(double x,
                                                                                          double y)
{
    return make_double2(x, y);
}
static inline __attribute__((always_inline, unused)) cuDoubleComplex
cuComplexFloatToDouble(cuFloatComplex a)
{
    return make_double2((double)a.x, (double)a.y);
}
static inline __attribute__((always_inline, unused)) cuFloatComplex
cuComplexDoubleToFloat(cuDoubleComplex a)
{
    return make_float2((float)a.x, (float)a.y);
}

#endif
