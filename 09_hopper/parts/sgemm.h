// SPDX-License-Identifier: MIT
//
// sgemm.h: 2_sgemm_tma: its sizes, which lane has which sums, and the parameters of its launch.
#ifndef HOPPER_SGEMM_H
#define HOPPER_SGEMM_H

#include "../../common/device/gemm/share.h"
#include "../../common/device/zigzag.h"
#include "../hopper.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SGEMM_BM = 128, SGEMM_BN = 256, SGEMM_BK = HOPPER_ROW / (int)sizeof(float) };
enum { SGEMM_WARPS = 8, SGEMM_WM = 64, SGEMM_WN = 64 }; // warps that multiply; a warp's sums
enum { SGEMM_LANES_M = 8, SGEMM_LANES_N = 4 };
enum { SGEMM_TM = SGEMM_WM / SGEMM_LANES_M, SGEMM_TN = SGEMM_WN / SGEMM_LANES_N };
enum { SGEMM_SUMS = SGEMM_TM * SGEMM_TN }; // of a thread

// A warp's lanes, 8 x 4, as in 05/8: of four lanes two need the same float4 of A, and two the same
// of B.
HOST_DEVICE static inline int sgemm_lane_row(int lane) { return zigzag_row(lane); }
HOST_DEVICE static inline int sgemm_lane_col(int lane) { return zigzag_col(lane); }

// Launches the copies of operands whose rows TMA cannot read, and returns the parameters. Map of A:
// boxes of 128 rows by 32 of k, swizzled; of B: 32 of k by 256 columns, not swizzled. Ends the
// program if the driver rejects a map.
struct hopper_params hopper_launch_sgemm_copies_for(const struct gemm *g);
// Which block computes what: whole tiles, and parts of the remaining tiles.
struct share hopper_sgemm_share(const struct gemm_problem *p);
// The memory for those parts: none if no tile is split.
size_t hopper_sgemm_parts_bytes(const struct share *share);
struct parts hopper_sgemm_parts(const struct share *share);
// The copy of A (0) or B (1); rows 0: nothing is copied.
struct k_major_copy hopper_sgemm_copy(const struct gemm *g, int is_b);

#ifdef __cplusplus
}
#endif
#endif
