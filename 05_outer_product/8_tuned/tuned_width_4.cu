// SPDX-License-Identifier: MIT
//
// tuned_width_4.cu: 8_tuned's kernels where the rows of B and C are whole float4s. They are in a
// separate file because compiling them takes seconds: tuned_width_1.cu is compiled at the same
// time, and a change of 8_tuned.cu compiles neither of them again.
#include "tuned_kernel.h"

#define VARIANT(name) name##_4
#define WIDTH 4
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_blocks.h"

tuned_kernel_fn *tuned_kernel_4(int configuration) { return row_4[configuration]; }
