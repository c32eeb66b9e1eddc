// SPDX-License-Identifier: MIT
//
// 4_stream_k: the tiles that do not fill a round are shared out among all SMs, along K.
//
// What changed: a block takes turns instead of tiles; a turn is one tile of A and of B along K.
// First it takes whole tiles, round by round; then an equal piece of the remaining turns, which may
// begin and end in the middle of a tile. The last block to finish a part of a tile adds them
// (add_parts.h).
//
// Why: 144 tiles on 132 SMs are two rounds, and in the second one only 12 SMs work.
//
// Expect: the time of 1.09 rounds, and the same bits in every run. The parts cost more stores and
// as many loads.
#include "../../common/device/gemm/hierarchy/work_cut.h"
#include "../../common/device/gemm/hierarchy/pack_gemm.h"
#include "../../common/device/gemm/hierarchy/plan_launch.h"
#include "stream_k.h"

#define WAY COPY_ASYNC
#define BF16 false

#define KERNEL hgemm_stream_k_nn
#define TRANS_A false
#define TRANS_B false
#define WARPS_M 2
#define WARPS_N 4
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 1
#include "../../common/device/gemm/hierarchy/main_loop.h"
#undef TRANS_A
#undef TRANS_B

#define KERNEL hgemm_stream_k_nt
#define TRANS_A false
#define TRANS_B true
#define WARPS_M 2
#define WARPS_N 4
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 1
#include "../../common/device/gemm/hierarchy/main_loop.h"
#undef TRANS_A
#undef TRANS_B

#define KERNEL hgemm_stream_k_tn
#define TRANS_A true
#define TRANS_B false
#define WARPS_M 2
#define WARPS_N 4
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 1
#include "../../common/device/gemm/hierarchy/main_loop.h"
#undef TRANS_A
#undef TRANS_B

#define KERNEL hgemm_stream_k_tt
#define TRANS_A true
#define TRANS_B true
#define WARPS_M 2
#define WARPS_N 4
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 1
#include "../../common/device/gemm/hierarchy/main_loop.h"
#undef TRANS_A
#undef TRANS_B

void hgemm_stream_k(const struct gemm *g)
{
    static hier_kernel *const kernels[2][2] = {{hgemm_stream_k_nn, hgemm_stream_k_nt},
                                               {hgemm_stream_k_tn, hgemm_stream_k_tt}};
    if (g->problem.m == 0 || g->problem.n == 0)
        return;
    const struct hier_device device = hier_device();
    const struct hier_plan plan = stream_k_plan(&device, &g->problem);
    // The driver calls stream_k_fits() first.
    CUDA_CHECK(plan.share.blocks > 0 ? cudaSuccess : cudaErrorInvalidConfiguration);
    const struct gemm taken = pack(g);
    hier_launch_kernel(kernels[g->problem.trans_a][g->problem.trans_b], COPY_ASYNC, &plan, &taken);
}
