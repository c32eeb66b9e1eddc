// SPDX-License-Identifier: MIT
//
// wgmma_shapes.h: the types of wgmma, the widths that have a function, and the lists of registers
// inside of its text. For wgmma.h and its twin; the types for host code, too.
#ifndef COMMON_PTX_WGMMA_SHAPES_H
#define COMMON_PTX_WGMMA_SHAPES_H

#include "../host_device.h"

// Of A and B. Sums are float; of s8 int.
enum wgmma_type { WGMMA_OF_F16, WGMMA_OF_BF16, WGMMA_OF_TF32, WGMMA_OF_S8, WGMMA_OF_E4M3 };

HOST_DEVICE static inline int wgmma_bytes(enum wgmma_type type)
{
    return type == WGMMA_OF_TF32 ? 4 : type == WGMMA_OF_S8 || type == WGMMA_OF_E4M3 ? 1 : 2;
}

// May an operand be MN-major? Otherwise its rows must run along k.
HOST_DEVICE static inline int wgmma_takes_mn_major(enum wgmma_type type)
{
    return wgmma_bytes(type) == 2;
}

// X(N, registers of D a thread, numbers of the operands after them): PTX has every multiple of 8.
#define WGMMA_SHAPES(X) \
    X(8, 4, "%4", "%5", "%6") \
    X(16, 8, "%8", "%9", "%10") \
    X(24, 12, "%12", "%13", "%14") \
    X(32, 16, "%16", "%17", "%18") \
    X(48, 24, "%24", "%25", "%26") \
    X(64, 32, "%32", "%33", "%34") \
    X(80, 40, "%40", "%41", "%42") \
    X(96, 48, "%48", "%49", "%50") \
    X(112, 56, "%56", "%57", "%58") \
    X(128, 64, "%64", "%65", "%66") \
    X(144, 72, "%72", "%73", "%74") \
    X(160, 80, "%80", "%81", "%82") \
    X(176, 88, "%88", "%89", "%90") \
    X(192, 96, "%96", "%97", "%98") \
    X(208, 104, "%104", "%105", "%106") \
    X(224, 112, "%112", "%113", "%114") \
    X(240, 120, "%120", "%121", "%122") \
    X(256, 128, "%128", "%129", "%130")

#define WGMMA_TEXT_4 "%0, %1, %2, %3"
#define WGMMA_TEXT_8 \
    WGMMA_TEXT_4 \
    ", %4, %5, %6, %7"
#define WGMMA_TEXT_12 \
    WGMMA_TEXT_8 \
    ", %8, %9, %10, %11"
#define WGMMA_TEXT_16 \
    WGMMA_TEXT_12 \
    ", %12, %13, %14, %15"
#define WGMMA_TEXT_24 \
    WGMMA_TEXT_16 \
    ", %16, %17, %18, %19, %20, %21, %22, %23"
#define WGMMA_TEXT_32 \
    WGMMA_TEXT_24 \
    ", %24, %25, %26, %27, %28, %29, %30, %31"
#define WGMMA_TEXT_40 \
    WGMMA_TEXT_32 \
    ", %32, %33, %34, %35, %36, %37, %38, %39"
#define WGMMA_TEXT_48 \
    WGMMA_TEXT_40 \
    ", %40, %41, %42, %43, %44, %45, %46, %47"
#define WGMMA_TEXT_56 \
    WGMMA_TEXT_48 \
    ", %48, %49, %50, %51, %52, %53, %54, %55"
#define WGMMA_TEXT_64 \
    WGMMA_TEXT_56 \
    ", %56, %57, %58, %59, %60, %61, %62, %63"
#define WGMMA_TEXT_72 \
    WGMMA_TEXT_64 \
    ", %64, %65, %66, %67, %68, %69, %70, %71"
#define WGMMA_TEXT_80 \
    WGMMA_TEXT_72 \
    ", %72, %73, %74, %75, %76, %77, %78, %79"
#define WGMMA_TEXT_88 \
    WGMMA_TEXT_80 \
    ", %80, %81, %82, %83, %84, %85, %86, %87"
#define WGMMA_TEXT_96 \
    WGMMA_TEXT_88 \
    ", %88, %89, %90, %91, %92, %93, %94, %95"
#define WGMMA_TEXT_104 \
    WGMMA_TEXT_96 \
    ", %96, %97, %98, %99, %100, %101, %102, %103"
#define WGMMA_TEXT_112 \
    WGMMA_TEXT_104 \
    ", %104, %105, %106, %107, %108, %109, %110, %111"
#define WGMMA_TEXT_120 \
    WGMMA_TEXT_112 \
    ", %112, %113, %114, %115, %116, %117, %118, %119"
#define WGMMA_TEXT_128 \
    WGMMA_TEXT_120 \
    ", %120, %121, %122, %123, %124, %125, %126, %127"

// D as operands of a constraint: "+f" or "+r".
#define WGMMA_D_4(c) c(d[0]), c(d[1]), c(d[2]), c(d[3])
#define WGMMA_D_8(c) WGMMA_D_4(c), c(d[4]), c(d[5]), c(d[6]), c(d[7])
#define WGMMA_D_12(c) WGMMA_D_8(c), c(d[8]), c(d[9]), c(d[10]), c(d[11])
#define WGMMA_D_16(c) WGMMA_D_12(c), c(d[12]), c(d[13]), c(d[14]), c(d[15])
#define WGMMA_D_24(c) \
    WGMMA_D_16(c), c(d[16]), c(d[17]), c(d[18]), c(d[19]), c(d[20]), c(d[21]), c(d[22]), c(d[23])
#define WGMMA_D_32(c) \
    WGMMA_D_24(c), c(d[24]), c(d[25]), c(d[26]), c(d[27]), c(d[28]), c(d[29]), c(d[30]), c(d[31])
#define WGMMA_D_40(c) \
    WGMMA_D_32(c), c(d[32]), c(d[33]), c(d[34]), c(d[35]), c(d[36]), c(d[37]), c(d[38]), c(d[39])
#define WGMMA_D_48(c) \
    WGMMA_D_40(c), c(d[40]), c(d[41]), c(d[42]), c(d[43]), c(d[44]), c(d[45]), c(d[46]), c(d[47])
#define WGMMA_D_56(c) \
    WGMMA_D_48(c), c(d[48]), c(d[49]), c(d[50]), c(d[51]), c(d[52]), c(d[53]), c(d[54]), c(d[55])
#define WGMMA_D_64(c) \
    WGMMA_D_56(c), c(d[56]), c(d[57]), c(d[58]), c(d[59]), c(d[60]), c(d[61]), c(d[62]), c(d[63])
#define WGMMA_D_72(c) \
    WGMMA_D_64(c), c(d[64]), c(d[65]), c(d[66]), c(d[67]), c(d[68]), c(d[69]), c(d[70]), c(d[71])
#define WGMMA_D_80(c) \
    WGMMA_D_72(c), c(d[72]), c(d[73]), c(d[74]), c(d[75]), c(d[76]), c(d[77]), c(d[78]), c(d[79])
#define WGMMA_D_88(c) \
    WGMMA_D_80(c), c(d[80]), c(d[81]), c(d[82]), c(d[83]), c(d[84]), c(d[85]), c(d[86]), c(d[87])
#define WGMMA_D_96(c) \
    WGMMA_D_88(c), c(d[88]), c(d[89]), c(d[90]), c(d[91]), c(d[92]), c(d[93]), c(d[94]), c(d[95])
#define WGMMA_D_104(c) \
    WGMMA_D_96(c), c(d[96]), c(d[97]), c(d[98]), c(d[99]), c(d[100]), c(d[101]), c(d[102]), \
        c(d[103])
#define WGMMA_D_112(c) \
    WGMMA_D_104(c), c(d[104]), c(d[105]), c(d[106]), c(d[107]), c(d[108]), c(d[109]), c(d[110]), \
        c(d[111])
#define WGMMA_D_120(c) \
    WGMMA_D_112(c), c(d[112]), c(d[113]), c(d[114]), c(d[115]), c(d[116]), c(d[117]), c(d[118]), \
        c(d[119])
#define WGMMA_D_128(c) \
    WGMMA_D_120(c), c(d[120]), c(d[121]), c(d[122]), c(d[123]), c(d[124]), c(d[125]), c(d[126]), \
        c(d[127])

#endif
