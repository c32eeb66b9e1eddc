// SPDX-License-Identifier: MIT
//
// few_rows_bf16.cu: the kernels of 14_few_rows for bf16.
#define TYPE WGMMA_OF_BF16
#define STEP few_rows_bf16
#include "../14_few_rows.cu"
