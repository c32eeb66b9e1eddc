// SPDX-License-Identifier: MIT
//
// acc_layout.h: which elements of C a thread of 7_tile_gemm computes.
#ifndef ACC_LAYOUT_H
#define ACC_LAYOUT_H

#include "../../common/device/layout_device.h"
#include "../tiles.h"

// A warp has 8 lanes down and 4 across. Of a lane's five bits the first and third count columns,
// the rest rows: then of four lanes two need the same float4 of As, and two the same of Bs.
enum { GEMM_WM = 8 * GEMM_TM, GEMM_WN = 4 * GEMM_TN };

// Of a thread's values, four are contiguous; groups of four are 16 columns apart, rows 8. In
// CuTe's words: the thread-value layout in the row-major tile (BM,BN):(BN,1). A test derives it.
LAYOUT_INLINE struct tv_literal acc_layout(void)
{
    return (struct tv_literal){
        .thread = {.rank = 6,
                   .shape = {2, 2, 2, 4, GEMM_BN / GEMM_WN, GEMM_BM / GEMM_WM},
                   .stride = {4, GEMM_BN, 8, 2 * GEMM_BN, GEMM_WN, GEMM_WM * GEMM_BN}},
        .value = {.rank = 3, .shape = {4, GEMM_TN / 4, GEMM_TM}, .stride = {1, 16, 8 * GEMM_BN}},
    };
}

#endif
