// expect: ok
// SPDX-License-Identifier: MIT
//
// half and bfloat16 bit for bit as an H200 computes them: digests over 262,144 operand tuples each.
// The expected digests were printed by this program, run with the argument `print`, on an H200.
#include "check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>
#include <string.h>

typedef __nv_bfloat16 bf16;

// Operand tuple number i: each a goes through all 65,536 numbers, four times; b and c are mixed up
// from i, every other time with an exponent near a's so that the operands meet.
__device__ uint32_t mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7FEB352Du;
    x ^= x >> 15;
    x *= 0x846CA68Bu;
    return x ^ x >> 16;
}

struct operands {
    unsigned short a, b, c;
};

__device__ operands tuple(int i)
{
    const uint32_t random = mix((uint32_t)i);
    operands o = {(unsigned short)i, (unsigned short)random, (unsigned short)(random >> 16)};
    if (i & 0x10000) {
        o.b = (unsigned short)(o.a ^ (random & 0x87FF));
        o.c = (unsigned short)(o.a ^ (random >> 16 & 0x83FF));
    }
    return o;
}

// One digest an operation. Every kind of result becomes bits first.
__device__ uint64_t image(half h) { return __half_as_ushort(h); }
__device__ uint64_t image(bf16 b) { return __bfloat16_as_ushort(b); }
__device__ uint64_t image(float f) { return __float_as_uint(f); }
__device__ uint64_t image(bool b) { return b; }
__device__ uint64_t image(int i) { return (unsigned)i; }
__device__ uint64_t image(unsigned u) { return u; }
__device__ uint64_t image(short i) { return (unsigned short)i; }
__device__ uint64_t image(unsigned short i) { return i; }
__device__ uint64_t image(long long i) { return (uint64_t)i; }
__device__ uint64_t image(unsigned long long i) { return i; }

enum { OPERATIONS = 48, TUPLES = 1 << 18 };

template <class T> struct numbers; // the functions whose names contain the type
#define NUMBERS(T, name) \
    template <> struct numbers<T> { \
        static __device__ T of(unsigned short u) { return __ushort_as_##name(u); } \
        static __device__ float to_float(T h) { return __##name##2float(h); } \
        static __device__ T rn(float f) { return __float2##name##_rn(f); } \
        static __device__ T rz(float f) { return __float2##name##_rz(f); } \
        static __device__ T rd(float f) { return __float2##name##_rd(f); } \
        static __device__ T ru(float f) { return __float2##name##_ru(f); } \
        static __device__ T from(double d) { return __double2##name(d); } \
        static __device__ int int_rn(T h) { return __##name##2int_rn(h); } \
        static __device__ int int_rz(T h) { return __##name##2int_rz(h); } \
        static __device__ unsigned uint_rd(T h) { return __##name##2uint_rd(h); } \
        static __device__ unsigned uint_ru(T h) { return __##name##2uint_ru(h); } \
        static __device__ short short_rn(T h) { return __##name##2short_rn(h); } \
        static __device__ unsigned short ushort_rz(T h) { return __##name##2ushort_rz(h); } \
        static __device__ long long ll_rd(T h) { return __##name##2ll_rd(h); } \
        static __device__ unsigned long long ull_rn(T h) { return __##name##2ull_rn(h); } \
        static __device__ T from_int_rz(int i) { return __int2##name##_rz(i); } \
        static __device__ T from_uint_ru(unsigned i) { return __uint2##name##_ru(i); } \
        static __device__ T from_ll_rn(long long i) { return __ll2##name##_rn(i); } \
        static __device__ T from_ull_rd(unsigned long long i) { return __ull2##name##_rd(i); } \
    };
NUMBERS(half, half)
NUMBERS(bf16, bfloat16)
#undef NUMBERS

template <class T> __global__ void digest(unsigned long long *digests)
{
    typedef numbers<T> N;
    uint64_t sums[OPERATIONS] = {0};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < TUPLES; i += gridDim.x * blockDim.x) {
        const operands o = tuple(i);
        const T a = N::of(o.a), b = N::of(o.b), c = N::of(o.c);
        const float f = __uint_as_float((uint32_t)o.a << 16 | o.b);
        // a number of 64 bits of every length
        const long long n = (long long)((uint64_t)mix(i) << 32 | mix(~i)) >> (i % 63);
        int k = 0;
        // the order of the tuples must not matter, but which tuple gave which bits must
#define ADD(result) (sums[k++] += image(result) * (2 * (uint64_t)i + 0x9E3779B97F4A7C15ULL))
        ADD(__hadd(a, b));
        ADD(__hsub(a, b));
        ADD(__hmul(a, b));
        ADD(__hdiv(a, b));
        ADD(__hfma(a, b, c));
        ADD(__hadd_sat(a, b));
        ADD(__hsub_sat(a, b));
        ADD(__hmul_sat(a, b));
        ADD(__hfma_sat(a, b, c));
        ADD(__hfma_relu(a, b, c));
        ADD(__hmax(a, b));
        ADD(__hmin(a, b));
        ADD(__hmax_nan(a, b));
        ADD(__hmin_nan(a, b));
        ADD(__hneg(a));
        ADD(__habs(a));
        ADD(__heq(a, b));
        ADD(__hne(a, b));
        ADD(__hlt(a, b));
        ADD(__hgeu(a, b));
        ADD(__hgtu(a, b));
        ADD(__hleu(a, b));
        ADD(__hisnan(a));
        ADD(__hisinf(a));
        ADD(N::to_float(a));
        ADD(N::rn(f));
        ADD(N::rz(f));
        ADD(N::rd(f));
        ADD(N::ru(f));
        ADD(N::from(f != f ? 0.0 : (double)f * 1.0000000001)); // a NaN keeps its upper bits there
        ADD(N::int_rn(a));
        ADD(N::int_rz(a));
        ADD(N::uint_rd(a));
        ADD(N::uint_ru(a));
        ADD(N::short_rn(a));
        ADD(N::ushort_rz(a));
        ADD(N::ll_rd(a));
        ADD(N::ull_rn(a));
        ADD(N::from_int_rz((int)n));
        ADD(N::from_uint_ru((unsigned)n));
        ADD(N::from_ll_rn(n));
        ADD(N::from_ull_rd((unsigned long long)n));
        ADD(hceil(a));
        ADD(hfloor(a));
        ADD(hrint(a));
        ADD(htrunc(a));
        ADD(hsqrt(a));
        ADD(hrcp(a));
#undef ADD
    }
    for (int k = 0; k < OPERATIONS; k++)
        atomicAdd(&digests[k], (unsigned long long)sums[k]);
}

static const char *const NAMES[OPERATIONS] = {
    "add",       "sub",     "mul",      "div",         "fma",          "add_sat",    "sub_sat",
    "mul_sat",   "fma_sat", "fma_relu", "max",         "min",          "max_nan",    "min_nan",
    "neg",       "abs",     "eq",       "ne",          "lt",           "geu",        "gtu",
    "leu",       "isnan",   "isinf",    "float",       "rn",           "rz",         "rd",
    "ru",        "double",  "int_rn",   "int_rz",      "uint_rd",      "uint_ru",    "short_rn",
    "ushort_rz", "ll_rd",   "ull_rn",   "from_int_rz", "from_uint_ru", "from_ll_rn", "from_ull_rd",
    "ceil",      "floor",   "rint",     "trunc",       "sqrt",         "rcp"};

static const unsigned long long EXPECTED[2][OPERATIONS] = {
    {0x39A4FEADA7121FFFULL, 0xCBB5D792667CF94EULL, 0xAB72F3CF006B2A3BULL, 0x17C590871360C85DULL,
     0x4026E4374B8E0148ULL, 0x58AB656469F596D9ULL, 0x339C9FB576AD44A0ULL, 0x18AE6BA98ED8E8A1ULL,
     0xAAC634722F0E5993ULL, 0xCE1764B44365EA28ULL, 0x8F46F812E9E6DDD0ULL, 0x35866F98E1B25A1AULL,
     0xCB797B159A09577BULL, 0x71B8F29B91D4D3C5ULL, 0x2BEB08BCD6CA70A8ULL, 0x852481CC8EA070A8ULL,
     0x98C475F0F0D128D0ULL, 0xD87A69322C7098FEULL, 0xFB7CFA774FFBCA16ULL, 0xEB6902C2A05435EAULL,
     0x52A48CD1AF830D1AULL, 0x09E88E7F13DB3118ULL, 0xFD7B621DE48ADF58ULL, 0xFD3DD053FFFC0000ULL,
     0x2395392D057520A8ULL, 0x69A062A3239D1C13ULL, 0xEF21FA31AF903DB5ULL, 0xD56A0C17896F0EBEULL,
     0x3732925C0C2BA7B5ULL, 0x72C02462B6D663B4ULL, 0xAA37611C0AC62FACULL, 0xB871D17062C62FACULL,
     0x2732B4E07860B7ACULL, 0x5DC8F3D54300F7ACULL, 0x26CA903B83C4EFACULL, 0x10DEE1C648B4B7ACULL,
     0x508BC2261825EFACULL, 0x3BD0A84F4E87DFACULL, 0x7EB150A7F7346500ULL, 0xFCAF2F9B11CBD7FEULL,
     0x0D22B7ABB262627EULL, 0x8714EA89DC234029ULL, 0x2BEBDFFA75C230A8ULL, 0x2BEC18B8C5C230A8ULL,
     0x8E6B896B725A70A8ULL, 0xEA5C6C1B4625A0A8ULL, 0xB2097EEE019AB0DCULL, 0x642DC994434EF098ULL},
    {0x90051190E2E6F6DBULL, 0xB4A1C04912604F1AULL, 0xC1879C59F53C6124ULL, 0x0013FF4727250781ULL,
     0x7F997D2403BB1591ULL, 0x06B077D6EE9BA5DAULL, 0x7E39BBB33709397FULL, 0x5F54A89DB60F17EEULL,
     0x632A09668DD1B1EBULL, 0x49CD3B914B00EFCFULL, 0x8EEC42315B969657ULL, 0xCA4D57C4C15E27B1ULL,
     0x0A413E6782C5F520ULL, 0x45A253FAE88D867AULL, 0x63B8487630A9B2A8ULL, 0xAA769C40CE7FB2A8ULL,
     0x98C475F0F0D128D0ULL, 0xB8F69F9F4D89B73CULL, 0x96ED701E2964FC78ULL, 0x4FF88D1BC6EB0388ULL,
     0xB734172AD619DAB8ULL, 0xC4DCCDB8CC2B453CULL, 0xEC2B183141767758ULL, 0xFD3DEC53FFFC0000ULL,
     0xA435B28200000000ULL, 0x2AA87EA61E6F4A58ULL, 0x5C71610A7BF42E00ULL, 0xA481F936D6896698ULL,
     0x42B972EE57DA89EBULL, 0x33C84065B1AF23F9ULL, 0xF36DB2A0AF41EBACULL, 0x52B472F4B741EBACULL,
     0x99C913FB8C9460ACULL, 0x3E43D242549E2AACULL, 0x7FF9BD4118FF6BACULL, 0x78ADA7A80A07E0ACULL,
     0xB6D7282C6FBD21ACULL, 0x92CB9FF3874486ACULL, 0xA2A4E2CB6B5808AAULL, 0xDF5204EC3867EB69ULL,
     0x7F60A4D2A1712AD6ULL, 0x9CE5AB021476315DULL, 0x63B922C1E2486EA8ULL, 0x63B961C3D2486EA8ULL,
     0x6DE538D714B316A8ULL, 0x418D9AF11EA1BEA8ULL, 0x63D01D8C9E1F763CULL, 0x3FF8AD00821F4668ULL}};

int main(int argc, char **argv)
{
    unsigned long long digests[2][OPERATIONS], *device;
    cudaMalloc(&device, sizeof digests);
    cudaMemset(device, 0, sizeof digests);
    digest<half><<<16, 128>>>(device);
    digest<bf16><<<16, 128>>>(device + OPERATIONS);
    cudaMemcpy(digests, device, sizeof digests, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < OPERATIONS; k++)
            if (argc > 1 && strcmp(argv[1], "print") == 0)
                printf("0x%016llX, // %s %s\n", digests[t][k], t ? "bfloat16" : "half", NAMES[k]);
            else
                check_that_host(digests[t][k] == EXPECTED[t][k], k, NAMES[k]);
    const int failed = check_result();
    cudaFree(device);
    return failed;
}
