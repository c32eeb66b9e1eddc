// SPDX-License-Identifier: MIT
//
// tuned_cut_f16.cu: the kernels of 8_tuned for f16 whose tiles are cut.
#include "tuned_launch.h"
#include "../../common/device/gemm/hierarchy/work_cut.h"

#define VARIANT(tile) hgemm_tuned_cut_nn_##tile
#define TRANS_A false
#define TRANS_B false
#define BF16 false
#define CUT 1
#include "tuned_async.h"

#define VARIANT(tile) hgemm_tuned_cut_nt_##tile
#define TRANS_A false
#define TRANS_B true
#define BF16 false
#define CUT 1
#include "tuned_async.h"

#define VARIANT(tile) hgemm_tuned_cut_tn_##tile
#define TRANS_A true
#define TRANS_B false
#define BF16 false
#define CUT 1
#include "tuned_async.h"

#define VARIANT(tile) hgemm_tuned_cut_tt_##tile
#define TRANS_A true
#define TRANS_B true
#define BF16 false
#define CUT 1
#include "tuned_async.h"

hier_kernel *const *const hgemm_tuned_cut[2][2] = {
    {hgemm_tuned_cut_nn_kernels, hgemm_tuned_cut_nt_kernels},
    {hgemm_tuned_cut_tn_kernels, hgemm_tuned_cut_tt_kernels}};
