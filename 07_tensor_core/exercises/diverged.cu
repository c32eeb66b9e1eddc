// SPDX-License-Identifier: MIT
// title: All lanes, or none
// lesson: README.md#why-tensor-cores-a-count-by-hand
// minutes: 8
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 16 8 16; 37 41 29; 33 65 1; 5 3 90; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: Which lanes execute the mma when only 5 rows of C remain? What does .sync.aligned require?
// hint: Section 1, "Whose registers?", and the diagnosis: it names the lanes that arrived.
// hint: Remove the if. The tiles are zero outside of the matrix, and store_16x8 stores only what is
//   inside.
// why: mma.sync reads a register of every lane, even of lanes whose rows do not exist. So every
//   lane must take part: load zeros for what is outside, and guard the store. The same rule applies
//   to ldmatrix, to an early return, and to the same instruction written in both branches of an if.
//
// This guard at the edge was right in all earlier chapters: lanes whose rows are below the matrix
// do not compute. With full tiles the kernel works. At the edge only some lanes of a warp reach the
// mma, and the kernel stops with an error.
//
// Repair it: remove the guard, and make C right for any m, n and k.
//
// Checked: C, and that there is no diagnosis.

#include "learn/exercise.h"

#include "07_tensor_core/parts/one_warp.h"

enum { LD = 24 }; // 8 more than a row needs: 48 bytes apart, 8 rows use all banks

__global__ void product(struct tc_gemm g)
{
    __shared__ __align__(16) f16 As[MMA_M][LD], Bs[MMA_N][LD];
    const int lane = threadIdx.x, row0 = blockIdx.y * MMA_M, col0 = blockIdx.x * MMA_N;
    float acc[4] = {0};
    for (int k0 = 0; k0 < g.k; k0 += MMA_K) {
        copy_tile(As[0], LD, MMA_M, MMA_K, g.A, g.lda, row0, k0, g.m, g.k);
        copy_tile(Bs[0], LD, MMA_N, MMA_K, g.B, g.ldb, col0, k0, g.n, g.k);
        uint32_t a[4], b[2];
        //@stub
        __syncthreads();             // both tiles are complete
        if (row0 + lane / 4 < g.m) { // TODO: some lanes do not reach the mma
            for (int r = 0; r < 4; r++)
                a[r] = *(const uint32_t *)&As[lane / 4 + r % 2 * 8][lane % 4 * 2 + r / 2 * 8];
            for (int r = 0; r < 2; r++)
                b[r] = *(const uint32_t *)&Bs[lane / 4][lane % 4 * 2 + r * 8];
            mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
        }
        //@solution
        __syncthreads(); // both tiles are complete
        for (int r = 0; r < 4; r++)
            a[r] = *(const uint32_t *)&As[lane / 4 + r % 2 * 8][lane % 4 * 2 + r / 2 * 8];
        for (int r = 0; r < 2; r++)
            b[r] = *(const uint32_t *)&Bs[lane / 4][lane % 4 * 2 + r * 8];
        mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
        //@end
        __syncthreads(); // no lane reads the tiles any more
    }
    store_16x8(&g, row0, col0, acc, lane, false);
}

void exercise(const struct gemm *gemm)
{
    const struct tc_gemm g = tc_gemm_of(gemm);
    if (g.m > 0 && g.n > 0)
        product<<<grid_of_warps(&g, MMA_M, MMA_N), 32>>>(g);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant both_branches
// fails: R, D
// because: The same instruction in both branches: two instructions, each with half a warp.
//@1
__syncthreads();
for (int r = 0; r < 4; r++)
    a[r] = *(const uint32_t *)&As[lane / 4 + r % 2 * 8][lane % 4 * 2 + r / 2 * 8];
for (int r = 0; r < 2; r++)
    b[r] = *(const uint32_t *)&Bs[lane / 4][lane % 4 * 2 + r * 8];
if (row0 + lane / 4 < g.m) {
    mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
} else {
    a[0] = a[1] = a[2] = a[3] = 0;
    mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
}
//@end

//@mutant early_return
// fails: R, D
// because: An early return: the lanes that have left are missing at the mma.
//@1
__syncthreads();
if (row0 + lane / 4 >= g.m)
    return;
for (int r = 0; r < 4; r++)
    a[r] = *(const uint32_t *)&As[lane / 4 + r % 2 * 8][lane % 4 * 2 + r / 2 * 8];
for (int r = 0; r < 2; r++)
    b[r] = *(const uint32_t *)&Bs[lane / 4][lane % 4 * 2 + r * 8];
mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
//@end

//@mutant full_tiles_only
// fails: R
// because: Asked for the whole warp: no lane is missing, but tiles at the edge stay empty.
//@1
__syncthreads();
for (int r = 0; r < 4; r++)
    a[r] = *(const uint32_t *)&As[lane / 4 + r % 2 * 8][lane % 4 * 2 + r / 2 * 8];
for (int r = 0; r < 2; r++)
    b[r] = *(const uint32_t *)&Bs[lane / 4][lane % 4 * 2 + r * 8];
if (row0 + MMA_M <= g.m)
    mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
//@end

//@mutant no_barrier
// fails: D
// because: No barrier: ldmatrix synchronizes the lanes, but does not order their stores.
//@1
ldmatrix_x4(a, &As[lane % 16][lane / 16 * 8]);
ldmatrix_x2(b, &Bs[lane % 8][lane / 8 % 2 * 8]);
mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
//@end

#endif
