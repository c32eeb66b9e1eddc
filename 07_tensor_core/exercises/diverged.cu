// SPDX-License-Identifier: MIT
// title: All lanes, or none
// lesson: README.md#1-fragments-gathered-one-by-one
// minutes: 8
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 16 8 16; 37 41 29; 33 65 1; 5 3 90; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: Which lanes come to the mma when only 5 rows of C are left? What does .sync.aligned ask
//   for?
// hint: Section 1, "Whose registers?", and the diagnosis: it says which lanes are there.
// hint: Take the if away. What lies outside is zero in the tiles, and store_16x8 stores what is
//   inside.
// why: mma.sync reads a register of every lane, also of those whose rows do not exist. So no lane
//   may stay away: zeros for what is outside, and the guard belongs to the store. The same holds
//   for ldmatrix, for an early return, and for the same instruction written in both branches of an
//   if.
//
// A guard at the edge, as it was right in all chapters before: lanes whose rows lie below the
// matrix do not compute. With full tiles the kernel works. At the edge a warp comes to the mma with
// some of its lanes only, and that ends it.
//
// Mend it: the guard must go, and C must be right for any m, n and k.
//
// What decides: C, and no diagnosis.

#include "learn/exercise.h"

#include "07_tensor_core/parts/one_warp.h"

enum { LD = 24 }; // 8 more than a row needs: 48 bytes apart, 8 rows lie in all banks

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
        if (row0 + lane / 4 < g.m) { // TODO: not all lanes come
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
        __syncthreads(); // nobody reads the tiles any more
    }
    store_16x8(&g, row0, col0, acc, lane, false);
}

void exercise(const struct gemm *g) { launch_warps(product, g, MMA_M, MMA_N); }
