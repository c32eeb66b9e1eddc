// SPDX-License-Identifier: MIT
//
// stage_kernels.cu: the loop of 3_multistage with other numbers of stages.
#define NO_LAUNCHER
#include "../3_multistage.cu"

#include "../../common/device/cuda_check.h"
#include "stages.h"

#define STAGES_KERNEL(stages) \
    __global__ void __launch_bounds__(THREADS) hgemm_##stages##_stages(struct hier_params p) \
    { \
        c_tile_in_stages(&p, stages, false, true); \
    }
STAGES_KERNEL(2)
STAGES_KERNEL(3)
STAGES_KERNEL(4)
STAGES_KERNEL(5)
STAGES_KERNEL(6)
STAGES_KERNEL(8)

size_t hier_stage_bytes(void) { return sizeof(struct shared_storage); }

void hgemm_stages(int stages, const struct gemm *g)
{
    static void (*const kernels[])(struct hier_params) = {
        NULL,           NULL,           hgemm_2_stages, hgemm_3_stages, hgemm_4_stages,
        hgemm_5_stages, hgemm_6_stages, NULL,           hgemm_8_stages};
    const struct hier_params p = hier_params(hier_copies(COPY_ASYNC, false), g);
    const int bytes = stages * (int)hier_stage_bytes();
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernels[stages],
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    kernels[stages]<<<p.tiles_m * p.tiles_n, THREADS, bytes>>>(p);
    CUDA_CHECK_LAUNCH();
}
