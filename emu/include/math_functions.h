// SPDX-License-Identifier: MIT
//
// math_functions.h: CUDA's mathematical functions beyond C's math.h, for host and device code.
// Those of math.h are the C library's. They are at least as accurate as CUDA's, but a last bit may
// differ from the GPU's.
#ifndef MATH_FUNCTIONS_H
#define MATH_FUNCTIONS_H

#ifdef __cplusplus
#include <cmath>
#include <cstdlib>
#include <math.h>
#include <stdlib.h>

#include "emu.h"

// Functions with C linkage, because newer C libraries declare some of these names too. (Not static,
// because that would contradict an earlier declaration.)
#define EMU_C_MATH extern "C" inline __attribute__((always_inline))

// ---- Roots, powers, norms -----------------------------------------------------------------------

EMU_C_MATH double rsqrt(double x) noexcept { return 1 / std::sqrt(x); }
EMU_C_MATH float rsqrtf(float x) noexcept { return (float)(1 / std::sqrt((double)x)); }
EMU_C_MATH double rcbrt(double x) noexcept { return 1 / std::cbrt(x); }
EMU_C_MATH float rcbrtf(float x) noexcept { return (float)(1 / std::cbrt((double)x)); }
EMU_C_MATH double rhypot(double x, double y) noexcept { return 1 / std::hypot(x, y); }
EMU_C_MATH float rhypotf(float x, float y) noexcept
{
    return (float)(1 / std::hypot((double)x, (double)y));
}
EMU_C_MATH double norm3d(double x, double y, double z) noexcept
{
    return std::hypot(std::hypot(x, y), z);
}
EMU_C_MATH float norm3df(float x, float y, float z) noexcept
{
    return (float)norm3d((double)x, (double)y, (double)z);
}
EMU_C_MATH double norm4d(double x, double y, double z, double w) noexcept
{
    return std::hypot(std::hypot(x, y), std::hypot(z, w));
}
EMU_C_MATH float norm4df(float x, float y, float z, float w) noexcept
{
    return (float)norm4d((double)x, (double)y, (double)z, (double)w);
}
EMU_C_MATH double rnorm3d(double x, double y, double z) noexcept { return 1 / norm3d(x, y, z); }
EMU_C_MATH float rnorm3df(float x, float y, float z) noexcept
{
    return (float)(1 / norm3d((double)x, (double)y, (double)z));
}
EMU_C_MATH double rnorm4d(double x, double y, double z, double w) noexcept
{
    return 1 / norm4d(x, y, z, w);
}
EMU_C_MATH float rnorm4df(float x, float y, float z, float w) noexcept
{
    return (float)(1 / norm4d((double)x, (double)y, (double)z, (double)w));
}
EMU_C_MATH double norm(int dim, const double *p) noexcept
{
    double length = 0;
    for (int i = 0; i < dim; i++)
        length = std::hypot(length, p[i]);
    return length;
}
EMU_C_MATH float normf(int dim, const float *p) noexcept
{
    double length = 0;
    for (int i = 0; i < dim; i++)
        length = std::hypot(length, (double)p[i]);
    return (float)length;
}
EMU_C_MATH double rnorm(int dim, const double *p) noexcept { return 1 / norm(dim, p); }
EMU_C_MATH float rnormf(int dim, const float *p) noexcept { return 1 / normf(dim, p); }

EMU_C_MATH float fdividef(float x, float y) noexcept { return x / y; }

// ---- Circles measured in half turns: sinpi(x) = sin(pi x) ---------------------------------------

// Only an eighth of a turn needs a sine or cosine; the rest is exact.
EMU_INLINE void emu_sincospi(double x, double *sine, double *cosine)
{
    const double pi = 3.14159265358979323846;
    const double turn = std::fmod(x, 2.0); // exact; NaN for an infinite x
    const double quarters = std::rint(turn * 2);
    const double angle = (turn - quarters / 2) * pi; // in [-pi/4, pi/4]
    const double s = std::sin(angle), c = std::cos(angle);
    switch ((int)quarters & 3) {
    case 0:
        *sine = s;
        *cosine = c;
        break;
    case 1:
        *sine = c;
        *cosine = 0 - s;
        break;
    case 2:
        *sine = 0 - s;
        *cosine = 0 - c;
        break;
    default:
        *sine = 0 - c;
        *cosine = s;
        break;
    }
    if (*sine == 0) // the zero at a whole number has the sign of x
        *sine = std::copysign(0.0, x);
}

EMU_C_MATH void sincospi(double x, double *sine, double *cosine) noexcept
{
    double s, c;
    emu_sincospi(x, &s, &c);
    *sine = s;
    *cosine = c;
}
EMU_C_MATH void sincospif(float x, float *sine, float *cosine) noexcept
{
    double s, c;
    emu_sincospi((double)x, &s, &c);
    *sine = (float)s;
    *cosine = (float)c;
}
EMU_C_MATH double sinpi(double x) noexcept
{
    double s, c;
    emu_sincospi(x, &s, &c);
    return s;
}
EMU_C_MATH float sinpif(float x) noexcept { return (float)sinpi((double)x); }
EMU_C_MATH double cospi(double x) noexcept
{
    double s, c;
    emu_sincospi(x, &s, &c);
    return c;
}
EMU_C_MATH float cospif(float x) noexcept { return (float)cospi((double)x); }

// ---- Functions related to the error function ----------------------------------------------------

EMU_C_MATH double normcdf(double x) noexcept
{
    return 0.5 * std::erfc(-x * 0.70710678118654752440); // 1/sqrt(2)
}
EMU_C_MATH float normcdff(float x) noexcept { return (float)normcdf((double)x); }

// exp(x*x) erfc(x). Above 25, where the two factors exceed the range of double, four terms of the
// asymptotic series are exact to double precision.
EMU_C_MATH double erfcx(double x) noexcept
{
    if (x < 25)
        return std::exp(x * x) * std::erfc(x);
    const double r = 1 / (2 * x * x);
    return (1 - r * (1 - 3 * r * (1 - 5 * r * (1 - 7 * r)))) / (x * 1.77245385090551602730);
}
EMU_C_MATH float erfcxf(float x) noexcept { return (float)erfcx((double)x); }

// Returns the y with erfc(y) = x, for 0 < x <= 1: a rough start, then Newton steps on log(erfc),
// which is well conditioned far out in the tail.
EMU_INLINE double emu_erfcinv_tail(double x)
{
    const double log_x = std::log(x);
    double y = x > 0.5 ? (1 - x) * 0.88622692545275801365 : std::sqrt(-log_x);
    for (int i = 0; i < 12; i++) {
        const double value = std::erfc(y);
        // d/dy log(erfc(y)) = -2/sqrt(pi) exp(-y*y) / erfc(y)
        const double slope = -1.12837916709551257390 * std::exp(-y * y) / value;
        const double step = (std::log(value) - log_x) / slope;
        y -= step;
        if (std::fabs(step) <= 1e-16 * y)
            break;
    }
    return y;
}

EMU_C_MATH double erfcinv(double x) noexcept
{
    if (!(x >= 0 && x <= 2))
        return std::nan("");
    if (x == 0 || x == 2)
        return x == 0 ? HUGE_VAL : -HUGE_VAL;
    return x <= 1 ? emu_erfcinv_tail(x) : -emu_erfcinv_tail(2 - x);
}
EMU_C_MATH float erfcinvf(float x) noexcept { return (float)erfcinv((double)x); }

EMU_C_MATH double erfinv(double x) noexcept
{
    if (!(std::fabs(x) <= 1))
        return std::nan("");
    if (std::fabs(x) == 1)
        return std::copysign(HUGE_VAL, x);
    if (std::fabs(x) < 1e-8)
        return x * 0.88622692545275801365; // sqrt(pi)/2; the next term is below the last bit
    if (std::fabs(x) >= 0.5)
        return std::copysign(emu_erfcinv_tail(1 - std::fabs(x)), x);
    double y = x * 0.88622692545275801365;
    for (int i = 0; i < 6; i++)
        y -= (std::erf(y) - x) / (1.12837916709551257390 * std::exp(-y * y));
    return y;
}
EMU_C_MATH float erfinvf(float x) noexcept { return (float)erfinv((double)x); }

EMU_C_MATH double normcdfinv(double x) noexcept { return -1.41421356237309504880 * erfcinv(2 * x); }
EMU_C_MATH float normcdfinvf(float x) noexcept { return (float)normcdfinv((double)x); }

// ---- Modified Bessel functions ------------------------------------------------------------------

// I_order(x) for order 0 and 1: the power series, all terms positive, for every x in range.
EMU_INLINE double emu_bessel_i(int order, double x)
{
    const double quarter = x * x / 4;
    double term = order == 0 ? 1 : x / 2, sum = term;
    for (int k = 1; k < 2000 && std::fabs(term) > 1e-17 * std::fabs(sum); k++) {
        term *= quarter / ((double)k * (double)(k + order));
        sum += term;
    }
    return sum;
}
EMU_C_MATH double cyl_bessel_i0(double x) noexcept { return emu_bessel_i(0, x); }
EMU_C_MATH float cyl_bessel_i0f(float x) noexcept { return (float)emu_bessel_i(0, (double)x); }
EMU_C_MATH double cyl_bessel_i1(double x) noexcept { return emu_bessel_i(1, x); }
EMU_C_MATH float cyl_bessel_i1f(float x) noexcept { return (float)emu_bessel_i(1, (double)x); }

// ---- float overloads of the double names --------------------------------------------------------

EMU_INLINE float rsqrt(float x) { return rsqrtf(x); }
EMU_INLINE float rcbrt(float x) { return rcbrtf(x); }
EMU_INLINE float sinpi(float x) { return sinpif(x); }
EMU_INLINE float cospi(float x) { return cospif(x); }
EMU_INLINE void sincospi(float x, float *sine, float *cosine) { sincospif(x, sine, cosine); }
EMU_INLINE void sincos(float x, float *sine, float *cosine) { sincosf(x, sine, cosine); }
EMU_INLINE float exp10(float x) { return exp10f(x); }
EMU_INLINE float normcdf(float x) { return normcdff(x); }
EMU_INLINE float normcdfinv(float x) { return normcdfinvf(x); }
EMU_INLINE float erfinv(float x) { return erfinvf(x); }
EMU_INLINE float erfcinv(float x) { return erfcinvf(x); }
EMU_INLINE float erfcx(float x) { return erfcxf(x); }
EMU_INLINE float cyl_bessel_i0(float x) { return cyl_bessel_i0f(x); }
EMU_INLINE float cyl_bessel_i1(float x) { return cyl_bessel_i1f(x); }

// ---- Minimum and maximum ------------------------------------------------------------------------

// As in CUDA, a signed and an unsigned operand are compared as unsigned, a float and a double as
// double. If one operand is NaN, the result is the other one.
EMU_INLINE int min(int a, int b) { return a < b ? a : b; }
EMU_INLINE unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
EMU_INLINE unsigned min(int a, unsigned b) { return min((unsigned)a, b); }
EMU_INLINE unsigned min(unsigned a, int b) { return min(a, (unsigned)b); }
EMU_INLINE long min(long a, long b) { return a < b ? a : b; }
EMU_INLINE unsigned long min(unsigned long a, unsigned long b) { return a < b ? a : b; }
EMU_INLINE unsigned long min(long a, unsigned long b) { return min((unsigned long)a, b); }
EMU_INLINE unsigned long min(unsigned long a, long b) { return min(a, (unsigned long)b); }
EMU_INLINE long long min(long long a, long long b) { return a < b ? a : b; }
EMU_INLINE unsigned long long min(unsigned long long a, unsigned long long b)
{
    return a < b ? a : b;
}
EMU_INLINE unsigned long long min(long long a, unsigned long long b)
{
    return min((unsigned long long)a, b);
}
EMU_INLINE unsigned long long min(unsigned long long a, long long b)
{
    return min(a, (unsigned long long)b);
}
EMU_INLINE float min(float a, float b) { return fminf(a, b); }
EMU_INLINE double min(double a, double b) { return std::fmin(a, b); }
EMU_INLINE double min(float a, double b) { return std::fmin((double)a, b); }
EMU_INLINE double min(double a, float b) { return std::fmin(a, (double)b); }

EMU_INLINE int max(int a, int b) { return a > b ? a : b; }
EMU_INLINE unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
EMU_INLINE unsigned max(int a, unsigned b) { return max((unsigned)a, b); }
EMU_INLINE unsigned max(unsigned a, int b) { return max(a, (unsigned)b); }
EMU_INLINE long max(long a, long b) { return a > b ? a : b; }
EMU_INLINE unsigned long max(unsigned long a, unsigned long b) { return a > b ? a : b; }
EMU_INLINE unsigned long max(long a, unsigned long b) { return max((unsigned long)a, b); }
EMU_INLINE unsigned long max(unsigned long a, long b) { return max(a, (unsigned long)b); }
EMU_INLINE long long max(long long a, long long b) { return a > b ? a : b; }
EMU_INLINE unsigned long long max(unsigned long long a, unsigned long long b)
{
    return a > b ? a : b;
}
EMU_INLINE unsigned long long max(long long a, unsigned long long b)
{
    return max((unsigned long long)a, b);
}
EMU_INLINE unsigned long long max(unsigned long long a, long long b)
{
    return max(a, (unsigned long long)b);
}
EMU_INLINE float max(float a, float b) { return fmaxf(a, b); }
EMU_INLINE double max(double a, double b) { return std::fmax(a, b); }
EMU_INLINE double max(float a, double b) { return std::fmax((double)a, b); }
EMU_INLINE double max(double a, float b) { return std::fmax(a, (double)b); }

EMU_INLINE unsigned umin(unsigned a, unsigned b) { return min(a, b); }
EMU_INLINE unsigned umax(unsigned a, unsigned b) { return max(a, b); }
EMU_INLINE long long llmin(long long a, long long b) { return min(a, b); }
EMU_INLINE long long llmax(long long a, long long b) { return max(a, b); }
EMU_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b)
{
    return min(a, b);
}
EMU_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b)
{
    return max(a, b);
}

#endif // __cplusplus
#endif
