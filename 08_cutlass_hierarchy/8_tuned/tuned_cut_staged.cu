// SPDX-License-Identifier: MIT
//
// tuned_cut_staged.cu: the kernels of 8_converts_f32 and 8_converts_s8 whose tiles are cut.
#define CUT 1

#define KERNELS gemm_converts_f32_cut
#define TABLE gemm_converts_f32_cut
#define CONFIGURATIONS "tuned_staged.h"
#define WAY COPY_STAGED_F32
#define BF16 false
#include "tuned_layouts.h"

#define KERNELS gemm_converts_i8_cut
#define TABLE gemm_converts_i8_cut
#define CONFIGURATIONS "tuned_staged.h"
#define WAY COPY_STAGED_I8
#define BF16 false
#include "tuned_layouts.h"
