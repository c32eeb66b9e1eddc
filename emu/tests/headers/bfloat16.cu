// expect: ok
// SPDX-License-Identifier: MIT
//
// bfloat16 and its pair: conversions, operators, functions.
#include "check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

static_assert(sizeof(__nv_bfloat16) == 2 && sizeof(nv_bfloat162) == 4, "sizes");
static_assert(alignof(__nv_bfloat162) == 4, "alignment");

typedef __nv_bfloat16 bf16;

__device__ unsigned bits(bf16 b) { return __bfloat16_as_ushort(b); }

__global__ void conversions(float one)
{
    CHECK(bits(__float2bfloat16(one)) == 0x3F80 &&
          __bfloat162float(__ushort_as_bfloat16(0x4000)) == 2 * one);
    CHECK(bits(__float2bfloat16_rn(257 * one)) == 0x4380 &&
          bits(__float2bfloat16_ru(257 * one)) == 0x4381);
    CHECK(bits(__float2bfloat16_rn(259 * one)) == 0x4382 &&
          bits(__float2bfloat16_rz(259 * one)) == 0x4381);
    CHECK(bits(__float2bfloat16_rd(-257 * one)) == 0xC381);
    CHECK(bits(__float2bfloat16(3.4e38f * one)) == 0x7F80 &&
          bits(__float2bfloat16_rz(3.4e38f * one)) == 0x7F7F);
    CHECK(bits(__float2bfloat16(1e-40f * one)) == 0x0001 &&
          bits(__double2bfloat16(1.0 * one)) == 0x3F80);
    CHECK(bits(__int2bfloat16_rn(257)) == 0x4380 && bits(__uint2bfloat16_ru(257)) == 0x4381);
    CHECK(bits(__ll2bfloat16_rn((1LL << 60) + 1)) == 0x5D80 &&
          bits(__ull2bfloat16_rn(~0ULL)) == 0x5F80);
    CHECK(bits(__ll2bfloat16_ru((1LL << 60) + 1)) == 0x5D81 &&
          bits(__ushort2bfloat16_rz(65535)) == 0x477F);
    CHECK(__bfloat162int_rz(bf16(-2.5f * one)) == -2 && __bfloat162uint_ru(bf16(2.5f * one)) == 3);
    CHECK(__bfloat162int_rn(bf16(1e20f * one)) == 2147483647 &&
          __bfloat162ll_rd(bf16(-0.5f * one)) == -1);
    CHECK(__bfloat162short_rn(bf16(1e6f * one)) == 32767 && (int)bf16(7.5f) == 7 &&
          (bool)bf16(1.0f));
    CHECK((float)bf16(half(1.5f)) == 1.5f && (float)half(bf16(0.25f)) == 0.25f);
    bf16 assigned;
    assigned = 1.5f;
    CHECK((float)assigned == 1.5f && (float)bf16(3) == 3 && (float)bf16(2.5) == 2.5f);
}

__global__ void arithmetic()
{
    const bf16 one = CUDART_ONE_BF16, two = 2.0f, nan = CUDART_NAN_BF16, infinity = CUDART_INF_BF16;
    CHECK((float)(one + two) == 3 && (float)(one - two) == -1 && (float)(two * two) == 4);
    CHECK((float)(one / two) == 0.5f && (float)-one == -1);
    bf16 b = one;
    b += two;
    b *= two;
    b -= one;
    b /= two;
    CHECK((float)b == 2.5f && (float)b++ == 2.5f && (float)--b == 2.5f);
    CHECK(bits(__hadd(one, __ushort_as_bfloat16(0x3B80))) == 0x3F80); // 1 + 2^-8, a tie
    CHECK(bits(__hfma(__ushort_as_bfloat16(0x3B80), __ushort_as_bfloat16(0x3F81), one)) == 0x3F81);
    CHECK(bits(__hfma(two, two, one)) == 0x40A0 && bits(nan * one) == 0x7FFF);
    CHECK(bits(infinity - infinity) == 0x7FFF &&
          bits(__hmul(CUDART_MAX_NORMAL_BF16, two)) == 0x7F80);
    CHECK(bits(__hadd_sat(one, two)) == 0x3F80 && bits(__hfma_relu(one, -two, one)) == 0);
    CHECK(bits(__hmax(one, nan)) == 0x3F80 && bits(__hmin_nan(one, nan)) == 0x7FFF);
    CHECK(one < two && one != two && !(nan == nan) && __hltu(nan, one) && __hisinf(infinity) == 1);
    CHECK((float)hsqrt(bf16(9.0f)) == 3 && (float)hexp2(two) == 4 && (float)hceil(bf16(1.5f)) == 2);
}

__device__ bf16 total;
__device__ __nv_bfloat162 pair_total;

__global__ void pairs()
{
    const int lane = threadIdx.x;
    const __nv_bfloat162 a = __floats2bfloat162_rn(1, 2);
    const __nv_bfloat162 b = __halves2bfloat162(bf16(3.0f), bf16(-4.0f));
    const float2 fused = __bfloat1622float2(__hfma2(a, b, __float2bfloat162_rn(0.5f)));
    CHECK(fused.x == 3.5f && fused.y == -7.5f);
    CHECK(__low2float(a + b) == 4 && __high2float(a * b) == -8 &&
          __high2float(__h2div(a, b)) == -0.5f);
    CHECK((float)__low2bfloat16(b) == 3 && (float)__high2bfloat16(b) == -4 && (float)a.y == 2);
    CHECK(__high2float(__bfloat162bfloat162(bf16(7.0f))) == 7 &&
          __low2float(__high2bfloat162(a)) == 2);
    CHECK(__high2float(make_bfloat162(a.x, b.x)) == 3 && __low2float(__lowhigh2highlow(a)) == 2);
    CHECK(__hbeq2(a, a) && __heq2_mask(a, b) == 0 && __high2float(__hmax2(a, b)) == 2 && a != b);
    CHECK(__low2float(__float22bfloat162_rn(make_float2(5, 6))) == 5);
    const bf16 mine = (float)lane;
    CHECK((float)__shfl_sync(~0u, mine, 3) == 3 &&
          (float)__shfl_xor_sync(~0u, mine, 16) == (lane ^ 16));
    CHECK(__low2float(__shfl_down_sync(~0u, __floats2bfloat162_rn(lane, 0), 1)) ==
          min(lane + 1, 31));
    atomicAdd(&total, bf16(1.0f));
    atomicAdd(&pair_total, __floats2bfloat162_rn(1, -1));
    __syncthreads();
    CHECK((float)total == 32 && __high2float(pair_total) == -32);
}

int main()
{
    conversions<<<1, 1>>>(1);
    arithmetic<<<1, 1>>>();
    pairs<<<1, 32>>>();
    const bf16 x = __float2bfloat16(1.5f);
    HOST_CHECK(__bfloat162float(x + x) == 3);
    return check_result();
}
