// SPDX-License-Identifier: MIT
#include "add_shards.h"

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "bf16_8.h"

enum { THREADS = 256 };

// A thread has eight neighbouring columns, 16 bytes of each part: memory is at its full speed only
// if many bytes are in flight. whole: every row, of the parts and of C, consists of aligned
// groups of eight.
__global__ void __launch_bounds__(THREADS) add_parts(struct add_shards s, bool whole)
{
    const int across = ceil_div(s.cols, EIGHT * THREADS);
    const int row = (int)blockIdx.x / across;
    const int col = EIGHT * ((int)blockIdx.x % across * THREADS + (int)threadIdx.x);
    if (col >= s.cols)
        return;
    const ptrdiff_t at = row_major(row, col, s.cols);
    uint16_t *const to = s.C + row_major(row, col, s.ldc);
    const int count = smaller(EIGHT, s.cols - col);
    float sum[EIGHT] = {0};
    for (int i = 0; i < s.count; i++)
        add_8(sum, s.part[i] + at, 1, count, whole);
    if (s.beta != 0)
        add_8(sum, to, s.beta, count, whole);
    store_8(to, sum, count, whole);
}

void add_shards(const struct add_shards *sum, cudaStream_t stream)
{
    const bool whole = sum->cols % EIGHT == 0 && sum->ldc % EIGHT == 0;
    if (sum->rows == 0 || sum->cols == 0)
        return;
    add_parts<<<sum->rows * ceil_div(sum->cols, EIGHT * THREADS), THREADS, 0, stream>>>(*sum,
                                                                                        whole);
    CUDA_CHECK_LAUNCH();
}
