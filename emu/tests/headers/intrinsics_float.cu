// expect: ok
// SPDX-License-Identifier: MIT
//
// Floating-point operations and conversions with a direction of rounding; fast mathematics.
#include "check.h"
#include <math_constants.h>

__global__ void directions(float one, double done)
{
    const float tiny = 1e-20f * one, up = 1.00000012f; // the float after 1
    const float down = 0.99999994f;                    // and the one before
    CHECK(__fadd_rn(one, tiny) == 1 && __fadd_rz(one, tiny) == 1 && __fadd_rd(one, tiny) == 1);
    CHECK(__fadd_ru(one, tiny) == up && __fadd_ru(one, -tiny) == 1);
    CHECK(__fadd_rd(one, -tiny) == down && __fadd_rz(one, -tiny) == down);
    CHECK(__fsub_ru(one, tiny) == 1 && __fsub_rd(one, tiny) == down && __fsub_rn(one, tiny) == 1);
    CHECK(__fmul_ru(up * one, up) == 1.00000036f && __fmul_rd(up * one, up) == 1.00000024f);
    CHECK(__fmul_rz(-up * one, up) == -1.00000024f && __fmul_rn(up * one, up) == 1.00000024f);
    CHECK(__fmaf_ru(tiny, tiny, one) == up && __fmaf_rn(tiny, tiny, one) == 1);
    CHECK(__fmaf_rd(tiny, -tiny, one) == down && __fmaf_rz(tiny, -tiny, one) == down);
    CHECK(__fdiv_ru(one, 3) > __fdiv_rd(one, 3) && __fdiv_rz(one, 3) == __fdiv_rd(one, 3));
    CHECK(__fdiv_rn(one, 3) == one / 3 && __frcp_ru(3 * one) == __fdiv_ru(one, 3));
    CHECK(__fsqrt_rd(2 * one) < __fsqrt_ru(2 * one) && __fsqrt_rn(4 * one) == 2);
    CHECK(__frcp_rn(4 * one) == 0.25f && __frsqrt_rn(4 * one) == 0.5f);
    // the ends of the range
    CHECK(__fmul_rz(3e38f * one, 2) == CUDART_MAX_NORMAL_F &&
          __fmul_ru(3e38f * one, 2) == CUDART_INF_F);
    CHECK(__fadd_rz(1e-45f * one, 0) == 1e-45f && __fmul_ru(1e-30f * one, 1e-30f) == 1e-45f);
    CHECK(__fmul_rd(-1e-30f * one, 1e-30f) == -1e-45f && __fmul_rz(1e-30f * one, 1e-30f) == 0);
    CHECK(__float_as_uint(__fadd_rd(one, -one)) == 0x80000000u);
    CHECK(__float_as_uint(__fadd_ru(one, -one)) == 0);

    // never fused, whatever is around them: (1 + 2^-23)^2 - 1 keeps what the product rounds
    // away
    CHECK(__fadd_rn(up * one * up, -one) == 2.38418579e-7f &&
          __fmul_rn(up, up * one) - one == 2.38418579e-7f);
    CHECK(__fmaf_rn(up * one, up, -one) == 2.38418593e-7f);

    const double dup = 1 + 2.220446049250313e-16, ddown = 1 - 1.1102230246251565e-16;
    CHECK(__dadd_ru(done, 1e-30) == dup && __dadd_rd(done, 1e-30) == 1);
    CHECK(__dadd_rz(done, -1e-30) == ddown && __dsub_rd(done, 1e-30) == ddown);
    CHECK(__dmul_ru(dup * done, dup) > __dmul_rd(dup * done, dup));
    CHECK(__ddiv_ru(done, 3) > __ddiv_rd(done, 3) && __ddiv_rn(done, 3) == done / 3);
    CHECK(__fma_ru(1e-30 * done, 1e-30, 1) == dup && __fma_rn(2 * done, 3, 4) == 10);
    CHECK(__dsqrt_ru(2 * done) > __dsqrt_rd(2 * done) && __drcp_rn(4 * done) == 0.25);
    CHECK(__dmul_ru(1e-200 * done, 1e-200) == 5e-324 && __dmul_rz(1e-200 * done, 1e-200) == 0);
}

__global__ void to_integers(float one)
{
    CHECK(__float2int_rn(2.5f * one) == 2 && __float2int_rn(3.5f * one) == 4);
    CHECK(__float2int_rz(-2.9f * one) == -2 && __float2int_rd(-2.1f * one) == -3);
    CHECK(__float2int_ru(2.1f * one) == 3 && __float2int_rn(-0.5f * one) == 0);
    CHECK(__float2int_rz(3e9f * one) == 2147483647 &&
          __float2int_rz(-3e9f * one) == -2147483647 - 1);
    CHECK(__float2int_rn(CUDART_NAN_F * one) == 0 && __float2uint_rn(CUDART_NAN_F * one) == 0);
    CHECK(__float2uint_rz(-5.0f * one) == 0 && __float2uint_rz(5e9f * one) == 4294967295u);
    CHECK(__float2uint_ru(3e9f * one) == 3000000000u);
    CHECK(__float2ll_rz(1e18f * one) == 999999984306749440LL);
    CHECK(__float2ll_rn(1e30f * one) == 9223372036854775807LL);
    CHECK(__float2ll_rn(CUDART_NAN_F * one) == -9223372036854775807LL - 1);
    CHECK(__float2ull_rz(1.5e19f * one) == 15000000520515485696ULL && __float2ull_rd(-one) == 0);
    CHECK(__float2ull_rz(CUDART_NAN_F * one) == 0x8000000000000000ULL);
    const double d = one;
    CHECK(__double2int_rn(2.5 * d) == 2 && __double2int_ru(-2.5 * d) == -2);
    CHECK(__double2int_rz(1e10 * d) == 2147483647);
    CHECK(__double2uint_rn(4294967294.5 * d) == 4294967294u);
    CHECK(__double2ll_rd(-1.5 * d) == -2 && __double2ull_ru(1.5 * d) == 2);
    CHECK((int)__double2int_rz(CUDART_NAN * d) == -2147483647 - 1);
}

__global__ void from_integers(int one)
{
    const int big = 16777217 * one; // 2^24 + 1
    CHECK(__int2float_rn(big) == 16777216.0f && __int2float_ru(big) == 16777218.0f);
    CHECK(__int2float_rd(-big) == -16777218.0f && __int2float_rz(-big) == -16777216.0f);
    CHECK(__uint2float_rd(4294967295u * one) == 4294967040.0f);
    CHECK(__uint2float_rn(4294967295u * one) == 4294967296.0f);
    CHECK(__ll2float_ru((1LL << 60) + one) == 1152921642045800448.0f);
    CHECK(__ll2float_rz((1LL << 60) + one) == 1152921504606846976.0f);
    CHECK(__ull2float_rn(~0ULL * one) == 18446744073709551616.0f);
    CHECK(__ull2float_rz(~0ULL * one) == 18446742974197923840.0f);
    CHECK(__ll2double_rn((1LL << 60) + one) == 1152921504606846976.0);
    CHECK(__ll2double_ru((1LL << 60) + one) == 1152921504606847232.0);
    CHECK(__ll2double_rd(-(1LL << 60) - one) == -1152921504606847232.0);
    CHECK(__ull2double_rz(~0ULL * one) == 18446744073709549568.0);
    CHECK(__int2double_rn(big) == 16777217.0 && __uint2double_rn(4000000000u * one) == 4e9);
    CHECK(__double2float_rd(0.1 * one) < __double2float_ru(0.1 * one));
    CHECK(__double2float_rn(0.1 * one) == 0.1f &&
          __double2float_rz(1e300 * one) == CUDART_MAX_NORMAL_F);
}

__device__ bool about(float x, float y) { return fabsf(x - y) < 1e-5f * (1 + fabsf(y)); }

__global__ void fast(float one)
{
    const float x = 0.75f * one;
    float s, c;
    CHECK(about(__sinf(x), sinf(x)) && about(__cosf(x), cosf(x)) && about(__tanf(x), tanf(x)));
    __sincosf(x, &s, &c);
    CHECK(about(s, sinf(x)) && about(c, cosf(x)));
    CHECK(about(__expf(x), expf(x)) && about(__exp10f(x), exp10f(x)) && about(__logf(x), logf(x)));
    CHECK(about(__log2f(x), log2f(x)) && about(__log10f(x), log10f(x)));
    CHECK(about(__powf(x, 2.5f), powf(x, 2.5f)) && about(__fdividef(x, 3), 0.25f));
    CHECK(__fdividef(one, 2e38f) == 0 && __fdividef(one, -2e38f) == 0);
    CHECK(__saturatef(1.5f * one) == 1 && __saturatef(-one) == 0 && __saturatef(x) == x);
    CHECK(__saturatef(CUDART_NAN_F * one) == 0 && __saturatef(CUDART_INF_F * one) == 1);
}

int main()
{
    directions<<<1, 1>>>(1, 1);
    to_integers<<<1, 1>>>(1);
    from_integers<<<1, 1>>>(1);
    fast<<<1, 1>>>(1);
    return check_result();
}
