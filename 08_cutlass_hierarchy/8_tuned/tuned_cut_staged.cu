// SPDX-License-Identifier: MIT
//
// tuned_cut_staged.cu: the kernels of 8_converts_f32 and 8_converts_s8 whose tiles are cut.
#include "tuned_launch.h"
#include "../../common/device/gemm/hierarchy/work_cut.h"

#define TILES_ARE_CUT
#define VARIANT(tile) gemm_converts_f32_cut_nn_##tile
#define TRANS_A false
#define TRANS_B false
#define BF16 false
#define WAY COPY_STAGED_F32
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_f32_cut_nt_##tile
#define TRANS_A false
#define TRANS_B true
#define BF16 false
#define WAY COPY_STAGED_F32
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_f32_cut_tn_##tile
#define TRANS_A true
#define TRANS_B false
#define BF16 false
#define WAY COPY_STAGED_F32
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_f32_cut_tt_##tile
#define TRANS_A true
#define TRANS_B true
#define BF16 false
#define WAY COPY_STAGED_F32
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_i8_cut_nn_##tile
#define TRANS_A false
#define TRANS_B false
#define BF16 false
#define WAY COPY_STAGED_I8
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_i8_cut_nt_##tile
#define TRANS_A false
#define TRANS_B true
#define BF16 false
#define WAY COPY_STAGED_I8
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_i8_cut_tn_##tile
#define TRANS_A true
#define TRANS_B false
#define BF16 false
#define WAY COPY_STAGED_I8
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_i8_cut_tt_##tile
#define TRANS_A true
#define TRANS_B true
#define BF16 false
#define WAY COPY_STAGED_I8
#include "tuned_staged.h"

hier_kernel *const *const gemm_converts_f32_cut[2][2] = {
    {gemm_converts_f32_cut_nn_kernels, gemm_converts_f32_cut_nt_kernels},
    {gemm_converts_f32_cut_tn_kernels, gemm_converts_f32_cut_tt_kernels}};
hier_kernel *const *const gemm_converts_i8_cut[2][2] = {
    {gemm_converts_i8_cut_nn_kernels, gemm_converts_i8_cut_nt_kernels},
    {gemm_converts_i8_cut_tn_kernels, gemm_converts_i8_cut_tt_kernels}};
