// SPDX-License-Identifier: MIT
//
// scale.cu: C = beta C, if there is nothing to multiply.
#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "store.h"

enum { THREADS = 256, MOST_ROWS = 65535 };

static __device__ __forceinline__ void scale(void *C, ptrdiff_t at, float beta, int s32_beta,
                                             enum hopper_type_c type)
{
    if (type == HOPPER_C_F32) {
        store_scaled((float *)C + at, 0, 0, beta);
    } else if (type == HOPPER_C_S32) {
        unsigned *const c = (unsigned *)C + at;
        *c = s32_beta != 0 ? (unsigned)s32_beta * *c : 0;
    } else {
        unsigned short *const c = (unsigned short *)C + at;
        *c = beta != 0 ? c_from_float(beta * c_to_float(*c, type), type) : 0;
    }
}

__global__ void __launch_bounds__(THREADS)
    hopper_scale(int m, int n, float beta, int s32_beta, void *C, int ldc, enum hopper_type_c type)
{
    const int col = (int)(blockIdx.x * THREADS + threadIdx.x);
    for (int row = (int)blockIdx.y; col < n && row < m; row += (int)gridDim.y)
        scale(C, row_major(row, col, ldc), beta, s32_beta, type);
}

bool hopper_only_scales(const struct gemm *g, enum hopper_type_c type)
{
    const struct gemm_problem *p = &g->problem;
    if (p->m == 0 || p->n == 0)
        return true;
    if (!only_scales(p->alpha, p->k))
        return false;
    const dim3 grid((unsigned)ceil_div(p->n, THREADS), (unsigned)smaller(p->m, MOST_ROWS));
    hopper_scale<<<grid, THREADS>>>(p->m, p->n, (float)p->beta,
                                    type == HOPPER_C_S32 ? (int)p->beta : 0, g->C, p->ldc, type);
    CUDA_CHECK_LAUNCH();
    return true;
}
