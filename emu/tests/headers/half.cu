// expect: ok
// SPDX-License-Identifier: MIT
//
// half and half2: conversions, operators, functions, on the device and on the host.
#include "check.h"
#include <cuda_fp16.h>

static_assert(sizeof(half) == 2 && alignof(half) == 2, "half");
static_assert(sizeof(half2) == 4 && alignof(half2) == 4, "half2");

__device__ unsigned bits(half h) { return __half_as_ushort(h); }

__global__ void conversions(float one)
{
    CHECK(bits(__float2half(one)) == 0x3C00 && __half2float(__ushort_as_half(0x3C00)) == one);
    CHECK(bits(__float2half(65519.0f * one)) == 0x7BFF &&
          bits(__float2half(65520.0f * one)) == 0x7C00);
    CHECK(bits(__float2half_rn(2049 * one)) == 0x6800 &&
          bits(__float2half_ru(2049 * one)) == 0x6801);
    CHECK(bits(__float2half_rd(-2049 * one)) == 0xE801 &&
          bits(__float2half_rz(2051 * one)) == 0x6801);
    CHECK(bits(__float2half_rz(1e6f * one)) == 0x7BFF && bits(__float2half_ru(1e-20f * one)) == 1);
    CHECK(bits(__float2half(5.9604645e-8f * one)) == 1 &&
          bits(__float2half(2.9802322e-8f * one)) == 0);
    CHECK(bits(__double2half(1 + 0.00048828125 + 1e-12 * one)) == 0x3C01);
    CHECK(__half2float(__ushort_as_half(1)) == 5.9604645e-8f * one);
    CHECK(__half2int_rn(half(2.5f * one)) == 2 && __half2int_rz(half(-2.75f * one)) == -2);
    CHECK(__half2int_rd(half(-2.25f * one)) == -3 && __half2int_ru(half(2.25f * one)) == 3);
    CHECK(__half2uint_rz(half(-3.0f * one)) == 0 && __half2short_rz(half(40000.0f * one)) == 32767);
    CHECK(__half2ushort_rn(half(40000.0f * one)) == 40000 &&
          __half2ll_rz(half(1000.5f * one)) == 1000);
    CHECK(__half2ull_rz(half(-one)) == 0 && __half2int_rz(CUDART_NAN_FP16) == 0);
    CHECK(bits(__int2half_rn(2049)) == 0x6800 && bits(__int2half_ru(2049)) == 0x6801);
    CHECK(bits(__uint2half_rd(70000)) == 0x7BFF && bits(__uint2half_rn(70000)) == 0x7C00);
    CHECK(bits(__short2half_rn(-3)) == 0xC200 && bits(__ushort2half_rn(65535)) == 0x7C00);
    CHECK(bits(__ll2half_rz(-(1LL << 60))) == 0xFBFF && bits(__ull2half_rn(3)) == 0x4200);
    CHECK((int)half(7.75f) == 7 && (bool)half(0.5f) && !(bool)half(-0.0f) &&
          (short)half(-3.5f) == -3);
    CHECK((float)half(3) == 3 && (float)half(3u) == 3 && (float)half(2.5) == 2.5f);
    half assigned;
    assigned = 1.5f;
    CHECK((float)assigned == 1.5f);
    assigned = 4;
    CHECK((float)assigned == 4);
    const __half_raw raw = assigned;
    CHECK(raw.x == 0x4400 && bits(half(raw)) == 0x4400);
}

__global__ void arithmetic()
{
    const half one = CUDART_ONE_FP16, two = 2.0f, tiny = CUDART_MIN_DENORM_FP16;
    const half largest = CUDART_MAX_NORMAL_FP16, infinity = CUDART_INF_FP16, nan = CUDART_NAN_FP16;
    CHECK((float)(one + two) == 3 && (float)(one - two) == -1 && (float)(two * two) == 4);
    CHECK((float)(one / two) == 0.5f && (float)-one == -1 && (float)+two == 2);
    half h = one;
    h += two;
    h *= two;
    h -= one;
    h /= two;
    CHECK((float)h == 2.5f && (float)h++ == 2.5f && (float)++h == 4.5f && (float)h-- == 4.5f);
    CHECK((float)--h == 2.5f && one < two && two > one && one <= one && one >= one && one != two);
    CHECK(bits(__hadd(one, __ushort_as_half(0x1000))) == 0x3C00); // 2^-11: a tie, to even
    CHECK(bits(__hadd(__ushort_as_half(0x3C01), __ushort_as_half(0x1000))) == 0x3C02);
    CHECK(bits(__hfma(__ushort_as_half(0x1000), __ushort_as_half(0x3C01), one)) == 0x3C01);
    CHECK(bits(__hmul(tiny, two)) == 2 && bits(__hmul(tiny, half(0.5f))) == 0);
    CHECK(bits(__hadd(tiny, tiny)) == 2 && bits(__hadd(largest, largest)) == 0x7C00);
    CHECK(bits(infinity - infinity) == 0x7FFF && bits(nan + one) == 0x7FFF);
    CHECK(bits(__hadd_sat(one, two)) == 0x3C00 && bits(__hsub_sat(one, two)) == 0);
    CHECK(bits(__hmul_sat(nan, one)) == 0 && bits(__hfma_sat(one, half(0.5f), tiny)) == 0x3800);
    CHECK(bits(__hfma_relu(one, -two, one)) == 0 && bits(__hfma_relu(one, two, one)) == 0x4200);
    CHECK(bits(__habs(-two)) == 0x4000 && bits(__hneg(two)) == 0xC000);
    CHECK(bits(__hmax(one, nan)) == 0x3C00 && bits(__hmin(nan, nan)) == 0x7FFF);
    CHECK(bits(__hmax_nan(one, nan)) == 0x7FFF && bits(__hmin_nan(one, two)) == 0x3C00);
    CHECK(bits(__hmax(-half(0.0f), half(0.0f))) == 0 &&
          bits(__hmin(half(0.0f), -half(0.0f))) == 0x8000);
    CHECK(__hisnan(nan) && !__hisnan(infinity) && __hisinf(-infinity) == -1 && __hisinf(one) == 0);
    CHECK(__heq(one, one) && !__heq(nan, nan) && __hequ(nan, nan) && !__hne(nan, one) &&
          __hneu(nan, one));
    CHECK(__hlt(one, two) && !__hlt(nan, two) && __hltu(nan, two) && !__hge(one, two) &&
          __hgeu(nan, one));
    CHECK(!(nan == nan) && nan != nan && !(nan < one) && -half(0.0f) == half(0.0f));
    CHECK((float)hsqrt(half(9.0f)) == 3 && (float)hrcp(half(4.0f)) == 0.25f);
    CHECK((float)hceil(half(1.5f)) == 2 && (float)hfloor(half(-1.5f)) == -2);
    CHECK((float)hrint(half(2.5f)) == 2 && (float)htrunc(half(-1.75f)) == -1);
    CHECK((float)hexp2(half(3.0f)) == 8 && (float)hlog2(half(8.0f)) == 3 &&
          (float)hexp(half(0.0f)) == 1);
    CHECK(fabsf((float)hsin(half(1.0f)) - 0.84147f) < 1e-3f && (float)hcos(half(0.0f)) == 1);
    CHECK(fabsf((float)hrsqrt(half(2.0f)) - 0.70711f) < 1e-3f && (float)hlog(half(1.0f)) == 0);
}

__global__ void pairs()
{
    half2 a = __floats2half2_rn(1, 2);
    const half2 b = __halves2half2(half(3.0f), half(-4.0f)), c = __float2half2_rn(0.5f);
    const float2 sum = __half22float2(__hadd2(a, b));
    CHECK(sum.x == 4 && sum.y == -2);
    const float2 product = __half22float2(a * b), quotient = __half22float2(__h2div(a, b));
    CHECK(product.x == 3 && product.y == -8 && quotient.y == -0.5f);
    const float2 fused = __half22float2(__hfma2(a, b, c));
    CHECK(fused.x == 3.5f && fused.y == -7.5f);
    CHECK(__low2float(a) == 1 && __high2float(a) == 2 && (float)__low2half(b) == 3);
    CHECK((float)__high2half(b) == -4 && (float)a.x == 1 && (float)b.y == -4);
    CHECK(__low2float(__lowhigh2highlow(a)) == 2 && __high2float(__low2half2(a)) == 1);
    CHECK(__low2float(__highs2half2(a, b)) == 2 && __high2float(__lows2half2(a, b)) == 3);
    CHECK(__high2float(__half2half2(half(7.0f))) == 7 && __high2float(make_half2(a.x, b.x)) == 3);
    CHECK(__low2float(__float22half2_rn(make_float2(5, 6))) == 5);
    CHECK(__hbeq2(a, a) && !__hbeq2(a, b) && __hblt2(b, __float2half2_rn(4.0f)) && !__hbgt2(a, b));
    CHECK(__low2float(__heq2(a, half2(half(1.0f), half(1.0f)))) == 1);
    CHECK(__heq2_mask(a, half2(half(1.0f), half(1.0f))) == 0x0000FFFFu && __hne2_mask(a, b) == ~0u);
    CHECK(__high2float(__hgt2(a, b)) == 1 &&
          __low2float(__hisnan2(half2(CUDART_NAN_FP16, a.x))) == 1);
    CHECK(__high2float(__hmax2(a, b)) == 2 && __low2float(__hmin2(a, b)) == 1);
    CHECK(__high2float(__habs2(b)) == 4 && __low2float(__hneg2(a)) == -1 && a == a && a != b);
    a += b;
    CHECK(__low2float(a) == 4);
    a *= c;
    a -= c;
    CHECK(__low2float(a) == 1.5f && __high2float(a) == -1.5f && __low2float(-a) == -1.5f);
    const half2 z =
        __hcmadd(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4), __floats2half2_rn(10, 20));
    CHECK(__low2float(z) == 10 + 3 - 8 && __high2float(z) == 20 + 4 + 6);
    CHECK(__low2float(h2sqrt(__floats2half2_rn(4, 9))) == 2 && __high2float(h2floor(c)) == 0);
}

__device__ half half_total;
__device__ half2 pair_total;

__global__ void together(const half *in, half2 *out)
{
    const int lane = threadIdx.x;
    __shared__ half tile[64];
    tile[lane] = in[lane];
    tile[lane + 32] = __ldg(&in[lane + 32]);
    __syncthreads();
    const half2 pair = reinterpret_cast<const half2 *>(tile)[lane];
    out[lane] = __hmul2(pair, __float2half2_rn(2.0f));
    CHECK((float)pair.x == 2 * lane && (float)pair.y == 2 * lane + 1);
    CHECK((float)__shfl_sync(~0u, pair.x, 3) == 6);
    CHECK(__high2float(__shfl_xor_sync(~0u, pair, 1)) == 2 * (lane ^ 1) + 1);
    CHECK((float)__shfl_down_sync(~0u, pair.y, 1) == (lane == 31 ? 63 : 2 * lane + 3));
    CHECK((float)__shfl_up_sync(~0u, pair.y, 1, 16) == (lane % 16 ? 2 * lane - 1 : 2 * lane + 1));
    atomicAdd(&half_total, half(1.0f));
    atomicAdd(&pair_total, __floats2half2_rn(1, -1));
    __syncthreads();
    CHECK((float)half_total == 32 && __low2float(pair_total) == 32 &&
          __high2float(pair_total) == -32);
}

int main()
{
    conversions<<<1, 1>>>(1);
    arithmetic<<<1, 1>>>();
    pairs<<<1, 1>>>();
    half host[64], *in;
    half2 result[32], *out;
    for (int i = 0; i < 64; i++)
        host[i] = __float2half((float)i);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    together<<<1, 32>>>(in, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        HOST_CHECK(__low2float(result[i]) == 4 * i && __high2float(result[i]) == 4 * i + 2);
    half sum = host[3];
    sum = sum + host[4] * host[5];
    HOST_CHECK((float)sum == 23 && host[1] < host[2] && __half2float(host[63]) == 63);
    const int failed = check_result();
    cudaFree(in);
    cudaFree(out);
    return failed;
}
