// SPDX-License-Identifier: MIT
//
// tuned_width_1.cu: 8_tuned's kernels where the rows of B and C may begin and end anywhere.
#include "tuned_kernel.h"

#define VARIANT(name) name##_1
#define WIDTH 1
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_blocks.h"

tuned_kernel_fn *tuned_kernel_1(int configuration) { return row_1[configuration]; }
