// SPDX-License-Identifier: MIT
#include "add_shards.h"

#include <cuda_bf16.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"

enum { THREADS = 256 };

// A thread has two neighbouring columns, so that a warp reads 128 bytes of each part at once.
// pairs: every row, of the parts and of C, begins at a multiple of two elements.
__global__ void __launch_bounds__(THREADS) add_parts(struct add_shards s, bool pairs)
{
    const int across = ceil_div(s.cols, 2 * THREADS);
    const int row = (int)blockIdx.x / across;
    const int col = 2 * ((int)blockIdx.x % across * THREADS + (int)threadIdx.x);
    if (col >= s.cols)
        return;
    const size_t at = row_major(row, col, s.cols);
    __nv_bfloat16 *const c = (__nv_bfloat16 *)s.C + row_major(row, col, s.ldc);
    const bool both = col + 1 < s.cols;
    float sum[2] = {0, 0};
    for (int i = 0; i < s.count; i++) {
        const __nv_bfloat16 *const from = (const __nv_bfloat16 *)s.part[i] + at;
        if (pairs && both) {
            const float2 two = __bfloat1622float2(*(const __nv_bfloat162 *)from);
            sum[0] += two.x;
            sum[1] += two.y;
        } else {
            sum[0] += __bfloat162float(from[0]);
            if (both)
                sum[1] += __bfloat162float(from[1]);
        }
    }
    if (s.beta != 0) {
        sum[0] += s.beta * __bfloat162float(c[0]);
        if (both)
            sum[1] += s.beta * __bfloat162float(c[1]);
    }
    if (pairs && both) {
        *(__nv_bfloat162 *)c = __floats2bfloat162_rn(sum[0], sum[1]);
    } else {
        c[0] = __float2bfloat16(sum[0]);
        if (both)
            c[1] = __float2bfloat16(sum[1]);
    }
}

void add_shards(const struct add_shards *sum, cudaStream_t stream)
{
    const bool pairs = sum->cols % 2 == 0 && sum->ldc % 2 == 0;
    if (sum->rows == 0 || sum->cols == 0)
        return;
    add_parts<<<sum->rows * ceil_div(sum->cols, 2 * THREADS), THREADS, 0, stream>>>(*sum, pairs);
    CUDA_CHECK_LAUNCH();
}
