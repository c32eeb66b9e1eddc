// SPDX-License-Identifier: MIT
#include "pack_panel.h"

#include "../../common/device/copy_128.h"
#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "bf16_8.h"

enum { THREADS = 256 };

// whole: every row, of both, consists of aligned groups of eight.
__global__ void __launch_bounds__(THREADS)
    copy_rows(uint16_t *to, int ld, const uint16_t *from, int from_ld, int cols, bool whole)
{
    const int across = ceil_div(cols, EIGHT * THREADS);
    const int row = (int)blockIdx.x / across;
    const int col = EIGHT * ((int)blockIdx.x % across * THREADS + (int)threadIdx.x);
    const uint16_t *const x = from + row_major(row, col, from_ld);
    uint16_t *const y = to + row_major(row, col, ld);
    if (whole && col < cols)
        copy_128(y, x);
    for (int i = 0; !whole && i < EIGHT && col + i < cols; i++)
        y[i] = x[i];
}

void pack_panel(uint16_t *to, int ld, const uint16_t *from, int from_ld, int rows, int cols,
                cudaStream_t stream)
{
    const bool whole = cols % EIGHT == 0 && ld % EIGHT == 0 && from_ld % EIGHT == 0;
    if (rows == 0 || cols == 0)
        return;
    copy_rows<<<rows * ceil_div(cols, EIGHT * THREADS), THREADS, 0, stream>>>(to, ld, from, from_ld,
                                                                              cols, whole);
    CUDA_CHECK_LAUNCH();
}
