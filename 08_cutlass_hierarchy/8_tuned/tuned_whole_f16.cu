// SPDX-License-Identifier: MIT
//
// tuned_whole_f16.cu: the kernels of 8_tuned for f16 whose tiles are whole. This is a separate file
// because it takes seconds to compile: in parallel with the other files, and not again when the
// step's file changes.
#include "tuned_launch.h"
#include "tuned_whole.h"

#define VARIANT(tile) hgemm_tuned_nn_##tile
#define TRANS_A false
#define TRANS_B false
#define BF16 false
#define CUT 0
#include "tuned_async.h"

#define VARIANT(tile) hgemm_tuned_nt_##tile
#define TRANS_A false
#define TRANS_B true
#define BF16 false
#define CUT 0
#include "tuned_async.h"

#define VARIANT(tile) hgemm_tuned_tn_##tile
#define TRANS_A true
#define TRANS_B false
#define BF16 false
#define CUT 0
#include "tuned_async.h"

#define VARIANT(tile) hgemm_tuned_tt_##tile
#define TRANS_A true
#define TRANS_B true
#define BF16 false
#define CUT 0
#include "tuned_async.h"

hier_kernel *const *const hgemm_tuned_whole[2][2] = {
    {hgemm_tuned_nn_kernels, hgemm_tuned_nt_kernels},
    {hgemm_tuned_tn_kernels, hgemm_tuned_tt_kernels}};
