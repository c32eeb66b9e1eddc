// expect: ok
// SPDX-License-Identifier: MIT
//
// SIMD intrinsics on 8- and 16-bit lanes, and DPX.
#include "check.h"

__global__ void bytes(unsigned one)
{
    const unsigned a = 0x7F80FF01u * one, b = 0x01FF0203u * one;
    CHECK(__vadd4(a, b) == 0x807F0104u && __vsub4(a, b) == 0x7E81FDFEu);
    CHECK(__vaddss4(a, b) == 0x7F800104u && __vaddus4(a, b) == 0x80FFFF04u);
    CHECK(__vsubss4(a, b) == 0x7E81FDFEu && __vsubus4(a, b) == 0x7E00FD00u);
    CHECK(__vmaxs4(a, b) == 0x7FFF0203u && __vmaxu4(a, b) == 0x7FFFFF03u);
    CHECK(__vmins4(a, b) == 0x0180FF01u && __vminu4(a, b) == 0x01800201u);
    CHECK(__vcmpeq4(a, a ^ 1) == 0xFFFFFF00u && __vsetne4(a, a ^ 1) == 0x00000001u);
    CHECK(__vcmpgts4(a, b) == 0xFF000000u && __vcmpgtu4(a, b) == 0xFF00FF00u);
    CHECK(__vsetles4(a, b) == 0x00010101u && __vsetltu4(a, b) == 0x00010001u);
    CHECK(__vabs4(a) == 0x7F800101u && __vabsss4(a) == 0x7F7F0101u);
    CHECK(__vneg4(a) == 0x818001FFu && __vnegss4(a) == 0x817F01FFu);
    CHECK(__vabsdiffu4(a, b) == 0x7E7FFD02u && __vsadu4(a, b) == 0x7E + 0x7F + 0xFD + 2);
    CHECK(__vabsdiffs4(a, b) == 0x7E7F0302u && __vsads4(a, b) == 0x7E + 0x7F + 3 + 2);
    CHECK(__vavgu4(a, b) == 0x40C08102u && __vhaddu4(a, b) == 0x40BF8002u);
    CHECK(__vavgs4(a, b) == 0x40BF0102u);
}

__global__ void halves(unsigned one)
{
    const unsigned a = 0x7FFF8000u * one, b = 0x0001FFFFu * one;
    CHECK(__vadd2(a, b) == 0x80007FFFu && __vaddss2(a, b) == 0x7FFF8000u);
    CHECK(__vaddus2(a, b) == 0x8000FFFFu && __vsub2(a, b) == 0x7FFE8001u);
    CHECK(__vmaxs2(a, b) == 0x7FFFFFFFu && __vmaxu2(a, b) == 0x7FFFFFFFu);
    CHECK(__vmins2(a, b) == 0x00018000u && __vminu2(a, b) == 0x00018000u);
    CHECK(__vcmplts2(a, b) == 0x0000FFFFu && __vsetgeu2(a, b) == 0x00010000u);
    CHECK(__vabs2(a) == 0x7FFF8000u && __vabsss2(a) == 0x7FFF7FFFu && __vneg2(b) == 0xFFFF0001u);
    CHECK(__vabsdiffu2(a, b) == 0x7FFE7FFFu && __vsadu2(a, b) == 0x7FFEu + 0x7FFF);
    CHECK(__vavgs2(0xFFFD0003u * one, 0) == 0xFFFE0002u);
}

__global__ void dpx(int one)
{
    bool first;
    CHECK(__vimax3_s32(one, -5, 3) == 3 && __vimin3_s32(one, -5, 3) == -5);
    CHECK(__vimax3_u32(one, 0xFFFFFFF0u, 3) == 0xFFFFFFF0u && __vimin3_u32(one, 7, 3) == 1);
    CHECK(__viaddmax_s32(one, 5, 3) == 6 && __viaddmin_s32(one, 5, 3) == 3);
    CHECK(__viaddmax_s32_relu(one, -5, -3) == 0 && __vimax_s32_relu(-one, -2) == 0);
    CHECK(__vimin_s32_relu(one, 2) == 1 && __vimax3_s32_relu(-one, -2, -3) == 0);
    CHECK(__vibmax_s32(one, 2, &first) == 2 && !first && __vibmin_s32(one, 2, &first) == 1 &&
          first);
    CHECK(__vibmax_u32(one, 1, &first) == 1 && first);
    CHECK(__vimax3_s16x2(0x00010002u * one, 0xFFFF0003u, 0x00000000u) == 0x00010003u);
    CHECK(__viaddmax_s16x2(0x00010002u * one, 0xFFF00003u, 0xFFFE0000u) == 0xFFFE0005u);
    CHECK(__vimin_s16x2_relu(0x0005FFFFu * one, 0x00030004u) == 0x00030000u);
}

int main()
{
    bytes<<<1, 1>>>(1);
    halves<<<1, 1>>>(1);
    dpx<<<1, 1>>>(1);
    return check_result();
}
