// SPDX-License-Identifier: MIT
#include <cuda_bf16.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "operands.h"

enum { THREADS = 256 };

// A row and what follows it up to the next one.
__global__ void __launch_bounds__(THREADS)
    fill_rows(uint16_t *x, int rows, int cols, int ld, unsigned seed, int first_row, int first_col)
{
    for (int row = (int)blockIdx.x; row < rows; row += (int)gridDim.x)
        for (int col = (int)threadIdx.x; col < ld; col += THREADS) {
            const __nv_bfloat16 value =
                __float2bfloat16(operand_value(seed, first_row + row, first_col + col));
            x[row_major(row, col, ld)] =
                col < cols ? __bfloat16_as_ushort(value) : (uint16_t)OPERAND_GAP;
        }
}

void operands_fill(uint16_t *x, int rows, int cols, int ld, unsigned seed, int row, int col,
                   cudaStream_t stream)
{
    enum { BLOCKS = 4096 };
    if (rows == 0)
        return;
    fill_rows<<<smaller(rows, BLOCKS), THREADS, 0, stream>>>(x, rows, cols, ld, seed, row, col);
    CUDA_CHECK_LAUNCH();
}
