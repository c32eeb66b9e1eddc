// SPDX-License-Identifier: MIT
//
// scale.cu: C = beta C, where there is nothing to multiply.
#include "../../common/device/cuda_check.h"
#include "../../common/device/epilogue.h"
#include "../../common/device/index.h"
#include "../hopper.h"

enum { THREADS = 256, MOST_ROWS = 65535 };

__global__ void __launch_bounds__(THREADS) hopper_scale(int m, int n, float beta, float *C, int ldc)
{
    const int col = (int)(blockIdx.x * THREADS + threadIdx.x);
    for (int row = (int)blockIdx.y; col < n && row < m; row += (int)gridDim.y)
        store_scaled(C + row_major(row, col, ldc), 0, 0, beta);
}

bool hopper_only_scales(const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    if (p->m == 0 || p->n == 0)
        return true;
    if (!only_scales(p->alpha, p->k))
        return false;
    const dim3 grid((unsigned)ceil_div(p->n, THREADS), (unsigned)smaller(p->m, MOST_ROWS));
    hopper_scale<<<grid, THREADS>>>(p->m, p->n, (float)p->beta, (float *)g->C, p->ldc);
    CUDA_CHECK_LAUNCH();
    return true;
}
