// expect: ok
// SPDX-License-Identifier: MIT
//
// Inline PTX: floating point with rounding, flush to zero and saturation; half precision;
// comparisons, predicates, labels and loops.
#include <cuda_fp16.h>
#include <stdint.h>

#include "check.h"

#define F2(name, a, b) \
    ({ \
        float result; \
        asm(name " %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b)); \
        result; \
    })
#define F1(name, a) \
    ({ \
        float result; \
        asm(name " %0, %1;" : "=f"(result) : "f"(a)); \
        result; \
    })

__global__ void arithmetic()
{
    const float a = 1.0f / 3, b = 1e-9f, tiny = 1e-40f;
    CHECK(F2("add.f32", a, b) == a + b && F2("add.rp.f32", a, b) == __fadd_ru(a, b));
    CHECK(F2("mul.rm.f32", a, -a) == __fmul_rd(a, -a) && F2("sub.rz.f32", a, b) == __fsub_rz(a, b));
    CHECK(F2("mul.ftz.f32", tiny, 1.0f) == 0 && F2("mul.f32", tiny, 1.0f) == tiny);
    CHECK(F2("add.sat.f32", a, 5.0f) == 1 && F2("add.sat.f32", a, -5.0f) == 0);
    CHECK(F2("div.rn.f32", 1.0f, 3.0f) == a && F2("div.full.f32", 1.0f, 4.0f) == 0.25f);
    CHECK(F2("min.f32", NAN, 2.0f) == 2 && isnan(F2("min.NaN.f32", NAN, 2.0f)));
    CHECK(F2("max.f32", -0.0f, 0.0f) == 0 && !signbit(F2("max.f32", 0.0f, -0.0f)));
    CHECK(F1("sqrt.rn.f32", 2.0f) == sqrtf(2) && F1("rcp.approx.ftz.f32", 4.0f) == 0.25f);
    CHECK(F1("ex2.approx.ftz.f32", 3.0f) == 8 && F1("lg2.approx.f32", 8.0f) == 3);
    CHECK(F1("rsqrt.approx.f32", 16.0f) == 0.25f && F1("abs.f32", -2.0f) == 2);
    CHECK(F1("neg.f32", 2.0f) == -2 && F1("tanh.approx.f32", 0.0f) == 0);
    float f = 2;
    asm("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f) : "f"(3.0f), "f"(1.0f));
    CHECK(f == 7);
    asm("mul.f32 %0, %0, 0.5;" : "+f"(f));
    CHECK(f == 3.5f);
    asm("add.f32 %0, %0, 0f3F000000;" : "+f"(f));
    CHECK(f == 4);
    double d = 1;
    asm("fma.rz.f64 %0, %0, %1, %1;" : "+d"(d) : "d"(1.0 / 3));
    CHECK(d == __fma_rz(1.0, 1.0 / 3, 1.0 / 3));
    asm("mov.b32 %0, %1;" : "=f"(f) : "r"(0x40490FDB));
    CHECK(f == 3.14159274f);
}

__global__ void halves()
{
    const __half2 a = __floats2half2_rn(1.5f, -2.0f), b = __floats2half2_rn(0.25f, 3.0f);
    const uint32_t x = *(const uint32_t *)&a, y = *(const uint32_t *)&b;
    uint32_t sum, product;
    asm("add.f16x2 %0, %1, %2;" : "=r"(sum) : "r"(x), "r"(y));
    asm("{fma.rn.f16x2 %0, %1, %2, %1;\n}" : "=r"(product) : "r"(x), "r"(y));
    const __half2 s = __hadd2(a, b), p = __hfma2(a, b, a);
    CHECK(sum == *(const uint32_t *)&s && product == *(const uint32_t *)&p);
    uint32_t larger;
    asm("max.f16x2 %0, %1, %2;" : "=r"(larger) : "r"(x), "r"(y));
    CHECK(larger == ((x & 0xFFFF) | (y & 0xFFFF0000u)));
    unsigned short h = 0x3C00; // 1
    asm("add.rn.bf16 %0, %0, %1;" : "+h"(h) : "h"((unsigned short)0x3F80));
    asm("mul.f16 %0, %1, %1;" : "=h"(h) : "h"((unsigned short)0x4000));
    CHECK(h == 0x4400);
}

// Two floats to a pair, cut off and clamped; NaN, saturation and the floor at 0 of pairs.
__global__ void pairs(float high, float low)
{
    uint32_t d;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(high), "f"(low));
    CHECK(d == 0x3C01C000u);
    asm("cvt.rz.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(high), "f"(low));
    CHECK(d == 0x3C00C000u);
    asm("cvt.rz.relu.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(high), "f"(low));
    CHECK(d == 0x3C000000u);
    asm("cvt.rn.relu.bf16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(NAN), "f"(low));
    CHECK(d == 0x7FFF0000u);
    asm("cvt.rna.relu.tf32.f32 %0, %1;" : "=r"(d) : "f"(low));
    CHECK(d == 0);
    const uint32_t one_nan = 0x3C007E00u, two = 0x4000C000u; // (1, NaN), (2, -2)
    asm("min.NaN.f16x2 %0, %1, %2;" : "=r"(d) : "r"(one_nan), "r"(two));
    CHECK(d == 0x3C007FFFu);
    asm("max.f16x2 %0, %1, %2;" : "=r"(d) : "r"(one_nan), "r"(two));
    CHECK(d == 0x4000C000u);
    asm("fma.rn.relu.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(two), "r"(0x3C003C00u), "r"(0u));
    CHECK(d == 0x40000000u);
    asm("fma.rn.sat.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(two), "r"(0x3C007E00u), "r"(0u));
    CHECK(d == 0x3C000000u); // saturation makes NaN 0
    asm("fma.rn.relu.bf16x2 %0, %1, %2, %3;"
        : "=r"(d)
        : "r"(0x3F80BF80u), "r"(0x3F803F80u), "r"(0u));
    CHECK(d == 0x3F800000u);
    asm("add.u16x2 %0, %1, %2;" : "=r"(d) : "r"(0x0001FFFFu), "r"(0x00020001u));
    CHECK(d == 0x00030000u); // no carry from half to half
    asm("min.s16x2 %0, %1, %2;" : "=r"(d) : "r"(0x0001FFFFu), "r"(0x00020001u));
    CHECK(d == 0x0001FFFFu);
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(d));
    CHECK(d == 80);
}

__device__ int choose(int x)
{
    int result;
    asm("{\n\t"
        ".reg .pred p, q;\n\t"
        "setp.gt.s32 p, %1, 10;          // a comment, with a ; in it\n\t"
        "setp.lt.and.s32 q, %1, 20, p;\n\t"
        "@q mov.s32 %0, 1;\n\t"
        "@!q mov.s32 %0, 2;\n\t"
        "}"
        : "=r"(result)
        : "r"(x));
    return result;
}

// The steps of x / 2 or 3 x + 1 to 1, with labels and branches.
__device__ int collatz(int x)
{
    int steps = 0;
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 ".reg .u32 t<2>;\n"
                 "AGAIN:\n"
                 "  setp.eq.u32 p, %1, 1;\n"
                 "  @p bra DONE;\n"
                 "  add.u32 %0, %0, 1;\n"
                 "  and.b32 t0, %1, 1;\n"
                 "  setp.eq.u32 p, t0, 0;\n"
                 "  @p bra EVEN;\n"
                 "  mad.lo.u32 %1, %1, 3, 1;\n"
                 "  bra.uni AGAIN;\n"
                 "EVEN:\n"
                 "  shr.u32 %1, %1, 1;\n"
                 "  bra AGAIN;\n"
                 "DONE:\n"
                 "}\n"
                 : "+r"(steps), "+r"(x));
    return steps;
}

__device__ __host__ int of_both(int x)
{
#ifdef __CUDA_ARCH__
    asm("add.s32 %0, %0, 1;" : "+r"(x));
#endif
    return x;
}

template <class T> __device__ bool less(T a, T b)
{
    int result;
    if (sizeof(T) == 4)
        asm("{ .reg .pred p; setp.lt.f32 p, %1, %2; selp.s32 %0, 1, 0, p; }"
            : "=r"(result)
            : "f"((float)a), "f"((float)b));
    else
        asm("{ .reg .pred p; setp.lt.f64 p, %1, %2; selp.s32 %0, 1, 0, p; }"
            : "=r"(result)
            : "d"((double)a), "d"((double)b));
    return result;
}

__global__ void control()
{
    CHECK(choose(5) == 2 && choose(15) == 1 && choose(25) == 2);
    int expected = 0;
    for (unsigned x = threadIdx.x + 1; x != 1; x = x % 2 ? 3 * x + 1 : x / 2)
        expected++;
    CHECK(collatz((int)threadIdx.x + 1) == expected);
    CHECK(collatz(27) == 111 && of_both(3) == 4);
    CHECK(less(1.0f, 2.0f) && !less(2.0, 1.0));
    int x = 1, y;
    asm("mov.s32 %0, %1;" : "=r"(y) : "0"(x)); // the input shares the output's register
    CHECK(y == 1);
    asm(R"(
        .reg .b32 t;
        add.s32 t, %1, %2;   /* a raw string */
        sub.s32 %0, t, 1;
    )"
        : "=r"(y)
        : "r"(x), "n"(sizeof(int)));
    CHECK(y == 4);
}

int main()
{
    arithmetic<<<1, 32>>>();
    halves<<<1, 32>>>();
    pairs<<<1, 1, 80>>>(1 + 0x1.8p-11f, -2.0f);
    control<<<1, 64>>>();
    return check_result();
}
