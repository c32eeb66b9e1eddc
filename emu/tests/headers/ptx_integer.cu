// expect: ok
// SPDX-License-Identifier: MIT
//
// Inline PTX: integers, bits, moves and conversions, against C and against CUDA's functions.
#include <stdint.h>

#include "check.h"

#define ONE(type, constraint, name, x) \
    ({ \
        type result; \
        asm(name " %0, %1;" : "=" constraint(result) : constraint(x)); \
        result; \
    })
#define TWO(name, a, b) \
    ({ \
        uint32_t result; \
        asm(name " %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b)); \
        result; \
    })
#define THREE(name, a, b, c) \
    ({ \
        uint32_t result; \
        asm(name " %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c)); \
        result; \
    })

__global__ void bits()
{
    const uint32_t a = 0x12345678u + threadIdx.x, b = 0x9ABCDEF0u;
    CHECK(TWO("and.b32", a, b) == (a & b) && TWO("or.b32", a, b) == (a | b));
    CHECK(TWO("xor.b32", a, b) == (a ^ b) && ONE(uint32_t, "r", "not.b32", a) == ~a);
    CHECK(TWO("shl.b32", a, 4u) == a << 4 && TWO("shl.b32", a, 32u) == 0);
    CHECK(TWO("shr.u32", b, 4u) == b >> 4 && TWO("shr.s32", b, 40u) == 0xFFFFFFFFu);
    CHECK(THREE("shf.l.wrap.b32", a, b, 36u) == __funnelshift_l(a, b, 36));
    CHECK(THREE("shf.r.clamp.b32", a, b, 36u) == __funnelshift_rc(a, b, 36));
    CHECK(THREE("prmt.b32", a, b, 0x7531u) == __byte_perm(a, b, 0x7531));
    CHECK(THREE("prmt.b32", a, b, 0x000Fu) == ((__byte_perm(a, b, 0) & 0xFFFFFF00u) | 0xFF));
    CHECK(THREE("prmt.b32.f4e", a, b, 1u) == __byte_perm(a, b, 0x4321));
    CHECK(THREE("bfe.u32", b, 8u, 12u) == (b >> 8 & 0xFFF));
    CHECK(THREE("bfe.s32", b, 8u, 8u) == 0xFFFFFFDEu);
    CHECK(THREE("bfe.s32", b, 28u, 8u) == 0xFFFFFFF9u && THREE("bfe.u32", b, 0u, 0u) == 0);
    CHECK(ONE(int, "r", "popc.b32", (int)a) == __popc(a));
    CHECK(ONE(int, "r", "clz.b32", 1) == 31 && ONE(int, "r", "clz.b32", 0) == 32);
    CHECK(ONE(uint32_t, "r", "brev.b32", a) == __brev(a));
    CHECK(ONE(uint32_t, "r", "bfind.u32", 0x100u) == 8);
    CHECK(ONE(uint32_t, "r", "bfind.u32", 0u) == 0xFFFFFFFFu);
    CHECK(ONE(uint32_t, "r", "bfind.shiftamt.u32", 0x100u) == 23);
    CHECK(ONE(uint32_t, "r", "bfind.s32", 0xFFFFFFF0u) == 3);
    uint32_t r;
    asm("bfi.b32 %0, %1, %2, 4, 8;" : "=r"(r) : "r"(0xABu), "r"(0u));
    CHECK(r == 0xAB0);
    asm("lop3.b32 %0, %1, %2, %3, 0xEA;" : "=r"(r) : "r"(a), "r"(b), "r"(0xF0F0u));
    CHECK(r == ((a & b) | 0xF0F0u));
    asm("lop3.b32 %0, %1, %2, %3, 150;" : "=r"(r) : "r"(a), "r"(b), "r"(0xF0F0u));
    CHECK(r == (a ^ b ^ 0xF0F0u));
    asm("{ .reg .b64 t; mov.b64 t, {%1, %2}; shr.u64 t, t, 16; cvt.u32.u64 %0, t; }"
        : "=r"(r)
        : "r"(a), "r"(b));
    CHECK(r == (b << 16 | a >> 16));
    uint32_t low, high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(0x1122334455667788ull));
    CHECK(low == 0x55667788 && high == 0x11223344);
    unsigned short h0, h1;
    asm("mov.b32 {%0, %1}, %2;" : "=h"(h0), "=h"(h1) : "r"(a));
    asm("mov.b32 %0, {%1, %2};" : "=r"(r) : "h"(h1), "h"(h0));
    CHECK(r == (a << 16 | a >> 16));
}

__global__ void arithmetic()
{
    const uint32_t a = 0xF0000001u + threadIdx.x, b = 7;
    CHECK(TWO("add.u32", a, b) == a + b && TWO("sub.s32", b, a) == b - a);
    CHECK(TWO("mul.lo.u32", a, a) == a * a && TWO("mul.hi.u32", a, a) == __umulhi(a, a));
    CHECK(TWO("mul.hi.s32", a, a) == (uint32_t)__mulhi((int)a, (int)a));
    CHECK(THREE("mad.lo.s32", a, b, 5u) == a * b + 5 &&
          TWO("mul24.lo.u32", a, b) == __umul24(a, b));
    CHECK(TWO("add.sat.s32", 0x7FFFFFFFu, 1u) == 0x7FFFFFFFu);
    CHECK(TWO("div.s32", (uint32_t)-7, 2u) == (uint32_t)-3 && TWO("rem.u32", a, b) == a % b);
    CHECK(TWO("min.s32", a, b) == a && TWO("min.u32", a, b) == b && TWO("max.s32", a, b) == b);
    CHECK(ONE(int, "r", "abs.s32", -5) == 5 && ONE(int, "r", "neg.s32", 5) == -5);
    CHECK(THREE("sad.s32", (uint32_t)-3, 4u, 1u) == 8);
    CHECK(THREE("dp4a.s32.s32", 0x01FF02FEu, 0x01020304u, 10u) ==
          (uint32_t)__dp4a(0x01FF02FE, 0x01020304, 10));
    CHECK(THREE("dp4a.u32.u32", a, a, b) == __dp4a(a, a, b));
    CHECK(THREE("vabsdiff4.u32.u32.u32.add", 0x01FF0305u, 0x02000504u, 100u) ==
          100 + 1 + 255 + 2 + 1);
    CHECK(THREE("vadd4.u32.u32.u32.sat", 0x01FF0305u, 0x02010504u, 0u) == 0x03FF0809u);
    uint64_t wide;
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(wide) : "r"(-3), "r"(0x40000000));
    CHECK(wide == (uint64_t)-3221225472ll);
    asm("mad.wide.u32 %0, %1, %2, %0;" : "+l"(wide) : "r"(3), "r"(0x40000000));
    CHECK(wide == 0);
    // 96 bits: the carry runs through
    uint32_t x0, x1, x2;
    asm("add.cc.u32 %0, %3, 1;\n\t"
        "addc.cc.u32 %1, %4, 0;\n\t"
        "addc.u32 %2, %5, 0;"
        : "=r"(x0), "=r"(x1), "=r"(x2)
        : "r"(0xFFFFFFFFu), "r"(0xFFFFFFFFu), "r"(5));
    CHECK(x0 == 0 && x1 == 0 && x2 == 6);
    asm("sub.cc.u32 %0, %2, 1; subc.u32 %1, %3, 0;" : "=r"(x0), "=r"(x1) : "r"(0), "r"(9));
    CHECK(x0 == 0xFFFFFFFFu && x1 == 8);
    asm("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, 0;"
        : "=r"(x0), "=r"(x1)
        : "r"(0x80000001u), "r"(4), "r"(0xFFFFFFFFu));
    CHECK(x0 == 3 && x1 == 3);
}

__global__ void comparisons()
{
    uint32_t yes, no, r;
    float f;
    asm("{ .reg .pred p, q; setp.lt.s32 p|q, %2, 5; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q; }"
        : "=r"(yes), "=r"(no)
        : "r"(3));
    CHECK(yes == 1 && no == 0);
    asm("set.gt.f32.s32 %0, %1, 5;" : "=f"(f) : "r"(6));
    CHECK(f == 1.0f);
    CHECK(THREE("vset4.u32.u32.lt", 0x01020304u, 0x02020280u, 0u) == 0x01000001u);
    CHECK(THREE("vset4.s32.s32.lt", 0x01020304u, 0x02020280u, 0u) == 0x01000000u);
    CHECK(THREE("vset2.s32.s32.eq", 0x00010002u, 0x00010003u, 0u) == 0x00010000u);
    CHECK(TWO("vabsdiff.u32.s32.s32", (uint32_t)-3, 4u) == 7);
    // A loop, whose labels have their own number.
    asm("{ .reg .pred p; mov.u32 %0, 0; AGAIN_%=: add.u32 %0, %0, 3; setp.lt.u32 p, %0, 10;\n"
        "@p bra AGAIN_%=; }"
        : "=r"(r));
    CHECK(r == 12);
}

__global__ void conversions()
{
    int i;
    float f;
    uint32_t u;
    uint64_t w;
    double d;
    unsigned short h;
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(i) : "f"(-2.7f));
    CHECK(i == -2);
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(i) : "f"(2.5f));
    CHECK(i == 2);
    asm("cvt.rmi.s32.f32 %0, %1;" : "=r"(i) : "f"(-2.1f));
    CHECK(i == -3);
    asm("cvt.rzi.u8.f32 %0, %1;" : "=r"(i) : "f"(300.0f));
    CHECK(i == 255);
    asm("cvt.rn.f32.s32 %0, %1;" : "=f"(f) : "r"(16777217));
    CHECK(f == 16777216.0f);
    asm("cvt.rp.f32.u32 %0, %1;" : "=f"(f) : "r"(16777217));
    CHECK(f == 16777218.0f);
    asm("cvt.rpi.f32.f32 %0, %1;" : "=f"(f) : "f"(1.25f));
    CHECK(f == 2.0f);
    asm("cvt.rn.f64.s64 %0, %1;" : "=d"(d) : "l"((1ll << 53) + 1));
    CHECK(d == 9007199254740992.0);
    asm("cvt.s64.s32 %0, %1;" : "=l"(w) : "r"(-5));
    CHECK(w == (uint64_t)-5);
    asm("cvt.u64.u32 %0, %1;" : "=l"(w) : "r"(-5));
    CHECK(w == 0xFFFFFFFBull);
    asm("cvt.s32.s8 %0, %1;" : "=r"(i) : "r"(0x1FF));
    CHECK(i == -1);
    asm("cvt.sat.u8.s32 %0, %1;" : "=r"(u) : "r"(-7));
    CHECK(u == 0);
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(1.5f));
    CHECK(h == 0x3E00);
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
    CHECK(f == 1.5f);
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(u) : "f"(1.5f), "f"(-2.0f));
    CHECK(u == 0x3E00C000u);
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(u) : "f"(1.0f), "f"(-2.0f));
    CHECK(u == 0x3F80C000u);
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(u) : "f"(__uint_as_float(0x3F801000)));
    CHECK(u == 0x3F802000u);
}

int main()
{
    bits<<<2, 64>>>();
    arithmetic<<<2, 64>>>();
    comparisons<<<1, 32>>>();
    conversions<<<1, 32>>>();
    return check_result();
}
