// expect: ok
// SPDX-License-Identifier: MIT
//
// CUDA's mathematical functions beyond math.h, and the overloads of min, max and abs.
#include "check.h"
#include <math_constants.h>

#define SAME_TYPE(expression, type) static_assert(is_same<decltype(expression), type>::yes, "")
template <class A, class B> struct is_same {
    static const bool yes = false;
};
template <class A> struct is_same<A, A> {
    static const bool yes = true;
};

__device__ bool close(double x, double y, double tolerance)
{
    return fabs(x - y) <= tolerance * fabs(y);
}

__global__ void overloads()
{
    const int i = -3;
    const unsigned u = 5;
    const long long l = -7;
    const unsigned long long ul = 9;
    const float f = 2.5f;
    const double d = -0.5;
    SAME_TYPE(min(i, i), int);
    SAME_TYPE(min(i, u), unsigned);
    SAME_TYPE(max(u, i), unsigned);
    SAME_TYPE(min(l, l), long long);
    SAME_TYPE(min(l, ul), unsigned long long);
    SAME_TYPE(max(f, f), float);
    SAME_TYPE(max(f, d), double);
    SAME_TYPE(min(d, f), double);
    SAME_TYPE(min(1L, 2L), long);
    SAME_TYPE(abs(f), float);
    SAME_TYPE(abs(i), int);
    SAME_TYPE(abs(d), double);
    SAME_TYPE(sqrt(f), float);
    SAME_TYPE(rsqrt(f), float);
    SAME_TYPE(rsqrt(d), double);
    CHECK(min(i, 2) == -3 && max(i, 2) == 2);
    CHECK(min(i, u) == 5 && max(u, i) == (unsigned)-3);
    CHECK(min(l, 3LL) == -7 && max(ul, 3ULL) == 9);
    CHECK(min(f, 3.0) == 2.5 && max(d, f) == 2.5);
    CHECK(min(f, CUDART_NAN_F) == 2.5f && max(CUDART_NAN, d) == -0.5);
    CHECK(fminf(f, 1.0f) == 1.0f && fmaxf(f, 1.0f) == 2.5f);
    CHECK(abs(i) == 3 && abs(d) == 0.5 && abs(-2.5f) == 2.5f && abs(l) == 7 && llabs(l) == 7);
    CHECK(umin(3u, u) == 3 && llmax(l, 2) == 2);
    const short s = 4;
    CHECK(min(s, 2) == 2);
}

__global__ void functions(float x, double y)
{
    // x = 0.75, y = 0.75, from outside so that nothing is computed at compile time
    CHECK(close(rsqrtf(x), 1 / sqrt(0.75), 3e-7) && close(rsqrt(y), 1 / sqrt(0.75), 1e-15));
    CHECK(close(rcbrtf(x), 1 / cbrt(0.75), 3e-7) && close(rcbrt(y), 1 / cbrt(0.75), 1e-15));
    CHECK(close(sinpif(x), sqrt(0.5), 3e-7) && close(sinpi(y), sqrt(0.5), 1e-15));
    CHECK(close(cospif(x), -sqrt(0.5), 3e-7) && close(cospi(y), -sqrt(0.5), 1e-15));
    CHECK(sinpi(4 * y) == 0 && cospi(4 * y) == -1 && cospi(2 * y) == 0 && sinpi(2 * y) == -1);
    CHECK(sinpi(y * 1e10) == 0 && cospif(4 * x) == -1);
    float s, c;
    sincospif(x, &s, &c);
    CHECK(close(s, sqrt(0.5), 3e-7) && close(c, -sqrt(0.5), 3e-7));
    sincosf(x, &s, &c);
    CHECK(close(s, sin(0.75), 3e-7) && close(c, cos(0.75), 3e-7));
    double sd, cd;
    sincos(y, &sd, &cd);
    CHECK(close(sd, sin(0.75), 1e-15) && close(cd, cos(0.75), 1e-15));
    CHECK(close(exp10f(x), pow(10, 0.75), 4e-7) && close(exp10(y), pow(10, 0.75), 1e-15));
    CHECK(close(exp2f(x), pow(2, 0.75), 4e-7));
    CHECK(close(normcdff(x), 0.77337264762313180, 1e-6));
    CHECK(close(normcdf(y), 0.77337264762313180, 1e-14));
    CHECK(close(erfinvf(x), 0.81341984759761842, 1e-6));
    CHECK(close(erfinv(y), 0.81341984759761842, 1e-14));
    CHECK(close(erfcinv(y), 0.22531205501217808, 1e-14));
    CHECK(close(erfcinv(y * 1e-30), 8.1661198726594830, 1e-13));
    CHECK(close(normcdfinv(y), 0.67448975019608171, 1e-14));
    CHECK(close(erf(erfinv(-y)), -0.75, 1e-15) && erfinv(2 * y) != erfinv(2 * y));
    CHECK(close(erfcx(y), 0.50693765029314481, 1e-14));
    CHECK(close(erfcx(y * 100), 7.521859289733264e-3, 1e-14));
    CHECK(close(cyl_bessel_i0f(x), 1.1456467780440, 1e-6) && close(j0f(x), 0.8642422747, 1e-5));
    CHECK(close(norm3df(x, 2, 3), sqrt(13.5625), 3e-7));
    CHECK(close(rnorm4d(y, 1, 2, 3), 1 / sqrt(14.5625), 1e-15));
    CHECK(close(rhypotf(x, 1), 1 / 1.25, 3e-7) && close(hypotf(x, 1), 1.25, 3e-7));
    CHECK(fdividef(x, 3) == 0.25f && fdimf(x, 1) == 0 && copysignf(x, -1) == -0.75f);
    CHECK(fmaf(x, 2, 1) == 2.5f && fma(y, 2.0, 1.0) == 2.5 && fma(x, 2.0f, 1.0f) == 2.5f);
    CHECK(roundf(2 * x) == 2 && rintf(2 * x) == 2 && truncf(2 * x) == 1 && ceilf(x) == 1);
    CHECK(isnan(CUDART_NAN_F) && isinf(CUDART_INF) && !isfinite(-CUDART_INF_F));
    CHECK(powf(x, 2) == 0.5625f && pow(x, 2) == 0.5625f && fmodf(2, x) == 0.5f);
    CHECK(ldexpf(x, 3) == 6 && ilogbf(x) == -1 && scalbnf(x, 1) == 1.5f);
    CHECK(close(tgammaf(4 * x), 2, 1e-6) && close(lgamma(4 * y), log(2.0), 1e-14));
    CHECK(CUDART_PI_F == 3.14159265358979f && close(CUDART_PI, acos(-1.0), 1e-15));
}

// A GPU rounds each a * b + c once, in a loop, too. g++ does so from -O2 on, or with this pass.
__attribute__((optimize("expensive-optimizations"))) __global__ void sums(const float *x, int count)
{
    float sum = -1;
    for (int i = 0; i < count; i++)
        sum += x[i] * x[i]; // 1 + 2^-11 + 2^-24, then nothing
#ifdef __FMA__              // the processor can do that
    CHECK(sum == 0x1p-11f + 0x1p-24f);
#endif
}

__device__ float factors[2] = {1 + 0x1p-12f, 0};

int main()
{
    overloads<<<1, 1>>>();
    void *x;
    HOST_CHECK(cudaGetSymbolAddress(&x, factors) == cudaSuccess);
    sums<<<1, 1>>>((const float *)x, 2);
    functions<<<1, 1>>>(0.75f, 0.75);
    // some of them serve host code too
    HOST_CHECK(fabsf(rsqrtf(4.0f) - 0.5f) < 1e-6f && min(3, 4) == 3 && max(2.0f, 3.0f) == 3.0f);
    return check_result();
}
