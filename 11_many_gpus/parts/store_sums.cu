// SPDX-License-Identifier: MIT
#include "store_sums.h"

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "bf16_8.h"

enum { THREADS = 256 };

// whole: every row, of the sums and of C, consists of aligned groups of eight.
__global__ void __launch_bounds__(THREADS)
    store_rows(const float *sums, int cols, float beta, uint16_t *C, int ldc, bool whole)
{
    const int across = ceil_div(cols, EIGHT * THREADS);
    const int row = (int)blockIdx.x / across;
    const int col = EIGHT * ((int)blockIdx.x % across * THREADS + (int)threadIdx.x);
    if (col >= cols)
        return;
    const float *const from = sums + row_major(row, col, cols);
    uint16_t *const to = C + row_major(row, col, ldc);
    const int count = smaller(EIGHT, cols - col);
    float sum[EIGHT] __attribute__((aligned(COPY_128_BYTES))) = {0};
    if (whole) {
        copy_128(&sum[0], &from[0]);
        copy_128(&sum[4], &from[4]);
    }
#pragma unroll
    for (int i = 0; i < EIGHT; i++)
        if (!whole && i < count)
            sum[i] = from[i];
    if (beta != 0)
        add_8(sum, to, beta, count, whole);
    store_8(to, sum, count, whole);
}

void store_sums(const float *sums, int rows, int cols, float beta, uint16_t *C, int ldc,
                cudaStream_t stream)
{
    if (rows == 0 || cols == 0)
        return;
    store_rows<<<rows * ceil_div(cols, EIGHT * THREADS), THREADS, 0, stream>>>(
        sums, cols, beta, C, ldc, cols % EIGHT == 0 && ldc % EIGHT == 0);
    CUDA_CHECK_LAUNCH();
}
