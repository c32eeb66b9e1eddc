// SPDX-License-Identifier: MIT
//
// 8_converts_f32: 8_tuned for A and B that are f32 in memory and f16 for the tensor cores.
//
// Elements that pass through registers before shared memory can change there (CUTLASS: the
// transformer of a global load stream). f32 is rounded to f16, so no separate conversion is needed.
#include "../hierarchy.h"

#define CUT 0
#define KERNELS gemm_converts_f32
#define TABLE whole
#define CONFIGURATIONS "tuned_staged.h"
#define WAY COPY_STAGED_F32
#define BF16 false
#include "tuned_layouts.h"

static const struct tuned_kernels kernels = {COPY_STAGED_F32, whole, gemm_converts_f32_cut};

void gemm_converts_f32(const struct gemm *g) { tuned_launch(&kernels, g); }
