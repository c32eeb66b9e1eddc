// expect: ok
// SPDX-License-Identifier: MIT
//
// Integer and bit intrinsics.
#include "check.h"

__global__ void bits(unsigned one, unsigned zero)
{
    CHECK(__popc(0xF0F0u * one) == 8 && __popc(zero) == 0 && __popcll(~0ULL * one) == 64);
    CHECK(__clz(one) == 31 && __clz(zero) == 32 && __clz(-1) == 0 && __clz(0x00010000 * one) == 15);
    CHECK(__clzll(1LL * one) == 63 && __clzll(zero) == 64 && __clzll(-1LL) == 0);
    CHECK(__ffs(zero) == 0 && __ffs(one) == 1 && __ffs(0x80000000u * one) == 32);
    CHECK(__ffsll(1ULL << 40) == 41 && __ffsll(zero) == 0);
    CHECK(__brev(0x00000001u * one) == 0x80000000u && __brev(0x12345678u * one) == 0x1E6A2C48u);
    CHECK(__brevll(1ULL * one) == 1ULL << 63 && __brevll(0x00F0000000000000ULL) == 0x0F00ULL);
    const unsigned x = 0x33221100u * one, y = 0x77665544u * one;
    CHECK(__byte_perm(x, y, 0x3210) == x && __byte_perm(x, y, 0x7654) == y);
    CHECK(__byte_perm(x, y, 0x0123) == 0x00112233u && __byte_perm(x, y, 0x4040) == 0x44004400u);
    CHECK(__funnelshift_l(x, y, 8) == 0x66554433u && __funnelshift_l(x, y, 40) == 0x66554433u);
    CHECK(__funnelshift_r(x, y, 8) == 0x44332211u && __funnelshift_r(x, y, 0) == x);
    CHECK(__funnelshift_lc(x, y, 33) == x && __funnelshift_lc(x, y, 8) == 0x66554433u);
    CHECK(__funnelshift_rc(x, y, 40) == y && __funnelshift_rc(x, y, 8) == 0x44332211u);
    CHECK(__funnelshift_l(x, y, 0) == y && __funnelshift_l(x, y, 32) == y);
}

__global__ void arithmetic(int one)
{
    CHECK(__mulhi(0x7FFFFFFF * one, 4) == 1 && __mulhi(-1 * one, 1) == -1);
    CHECK(__umulhi(0xFFFFFFFFu * one, 2) == 1);
    CHECK(__mul64hi(1LL << 62, 4LL * one) == 1 && __mul64hi(-1LL * one, 1) == -1);
    CHECK(__umul64hi(~0ULL * one, ~0ULL) == ~0ULL - 1);
    CHECK(__mul24(0x01000003 * one, 5) == 15 && __mul24(0x00FFFFFF * one, 7) == -7);
    CHECK(__mul24(0x00800000 * one, 1) == -8388608);
    CHECK(__umul24(0x00FFFFFFu * one, 0x00FFFFFFu) == 0xFE000001u);
    CHECK(__sad(3 * one, -4, 10u) == 17 && __sad(-2147483647 - 1, 2147483647 * one, 0u) == ~0u);
    CHECK(__usad(3u * one, 10u, 1u) == 8);
    CHECK(__hadd(2147483647 * one, 2147483645) == 2147483646 && __hadd(-3 * one, 0) == -2);
    CHECK(__rhadd(-3 * one, 0) == -1 && __rhadd(1 * one, 2) == 2);
    CHECK(__uhadd(0xFFFFFFFFu * one, 0xFFFFFFFDu) == 0xFFFFFFFEu && __urhadd(1u * one, 2u) == 2);
    CHECK(__dp4a((int)0x01FF7F80 * one, 0x02020202, 5) == 5 + 2 * (1 - 1 + 127 - 128));
    CHECK(__dp4a(0x01FF7F80u * one, 0x02020202u, 5u) == 5 + 2 * (1 + 255 + 127 + 128));
    CHECK(__dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, 7, 8), one) == 1 + 5 - 12 + 21 - 32);
    CHECK(__dp2a_lo((int)0xFFFF0003 * one, 0x0706FE05, 1) == 1 + 3 * 5 - 1 * -2);
    CHECK(__dp2a_hi((int)0xFFFF0003 * one, 0x0706FE05, 1) == 1 + 3 * 6 - 1 * 7);
    CHECK(__dp2a_lo(0xFFFF0003u * one, 0x0706FE05u, 1u) == 1 + 3 * 5 + 65535u * 254);
}

__global__ void reinterpretation(float f, double d)
{
    CHECK(__float_as_int(f) == 0x3FC00000 && __int_as_float(0x3FC00000) == f);
    CHECK(__float_as_uint(-f) == 0xBFC00000u && __uint_as_float(0xBFC00000u) == -f);
    CHECK(__double_as_longlong(d) == 0x3FF8000000000000LL);
    CHECK(__longlong_as_double(0x3FF8000000000000LL) == d);
    CHECK(__double2hiint(d) == 0x3FF80000 && __double2loint(d) == 0);
    CHECK(__hiloint2double(0x3FF80000, 0) == d && __double2loint(1.0 / 3) == 0x55555555);
}

__global__ void nth_bit(unsigned mask)
{
    CHECK(__fns(mask, 0, 1) == 1 && __fns(mask, 0, 3) == 9 && __fns(mask, 2, 1) == 5);
    CHECK(__fns(mask, 31, -1) == 30 && __fns(mask, 9, -2) == 5 && __fns(mask, 5, 0) == 5);
    CHECK(__fns(mask, 4, 0) == 0xFFFFFFFFu && __fns(mask, 0, 9) == 0xFFFFFFFFu);
}

// The part of a constexpr function for the device.
static constexpr __host__ __device__ int leading_zeros(unsigned x) { return __clz((int)x); }
static constexpr __host__ __device__ int first_of(unsigned long long x)
{
    return __ffsll((long long)x) - 1;
}
static_assert(leading_zeros(1) == 31 && first_of(8) == 3 && __popc(7) == 3, "by the compiler");

// NVIDIA's header has macros: programs test for them, and pass cudaStreamDefault as a stream.
#if !defined(cudaStreamNonBlocking) || !defined(cudaHostAllocDefault) || \
    !defined(cudaCpuDeviceId) || !defined(cudaEventDisableTiming) || \
    !defined(cudaMemAttachGlobal) || !defined(cudaArrayLayered)
#error "programs test for these"
#endif
static void default_stream()
{
    cudaEvent_t event;
    HOST_CHECK(!cudaEventCreate(&event) && !cudaEventRecord(event, cudaStreamDefault));
    HOST_CHECK(!cudaEventSynchronize(event) && !cudaEventDestroy(event));
}

int main()
{
    default_stream();
    bits<<<1, 1>>>(1, 0);
    arithmetic<<<1, 1>>>(1);
    reinterpretation<<<1, 1>>>(1.5f, 1.5);
    nth_bit<<<1, 1>>>(1u << 1 | 1u << 5 | 1u << 9 | 1u << 30);
    return check_result();
}
