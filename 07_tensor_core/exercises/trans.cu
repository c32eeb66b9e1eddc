// SPDX-License-Identifier: MIT
// title: A row-major B
// lesson: README.md#3-ldmatrix-lane-by-lane
// minutes: 10
// form: gemm
// types: f16 f32
// transposes: NN
// sizes: 16 8 16; 32 24 40; 37 41 29; 33 65 1; ? ? ?
// check: R
// check: C shared_load_requests + ldmatrix_requests <= 2.5 * ceil(m, 16) * ceil(n, 8) * ceil(k, 16)
// stub: R
// hint: A register of B needs two neighbours along k. Which two does ldmatrix_x2 take from this Bs?
// hint: Section 3, ".trans": lane t receives two neighbours of column t / 4. Count
//   ldmatrix_requests.
// hint: ldmatrix_x2_trans, with 16 rows k to name: matrix 0 is k = 0 to 7, matrix 1 is k = 8 to 15.
// why: In a row-major B two neighbours along k are in two rows, and a register needs both. .trans
//   transposes each 8 x 8 matrix on the way, so a lane receives both. The lanes name the rows as
//   they are in memory, 16 rows k. By hand it would take four 16-bit loads and two shifts.
//
// B is row-major here, k x n, and so is its tile: Bs has 16 rows k of 8 columns n. The kernel loads
// the fragment of B as if rows were columns. Load it in the form that mma needs, with one
// instruction.
//
// Checked: C, and the loads from shared memory: 2 for each mma.

#include "learn/exercise.h"

#include "07_tensor_core/parts/one_warp.h"

enum { LD = 24 }; // 8 more than a row needs: 48 bytes apart, 8 rows use all banks

__global__ void product(struct tc_gemm g)
{
    __shared__ __align__(16) f16 As[MMA_M][LD], Bs[MMA_K][MMA_N];
    const int lane = threadIdx.x, row0 = blockIdx.y * MMA_M, col0 = blockIdx.x * MMA_N;
    float acc[4] = {0};
    for (int k0 = 0; k0 < g.k; k0 += MMA_K) {
        copy_tile(As[0], LD, MMA_M, MMA_K, g.A, g.lda, row0, k0, g.m, g.k);
        copy_tile(Bs[0], MMA_N, MMA_K, MMA_N, g.B, g.ldb, k0, col0, g.k, g.n);
        __syncthreads(); // both tiles are complete

        uint32_t a[4], b[2];
        ldmatrix_x4(a, &As[lane % 16][lane / 16 * 8]);
        //@stub
        ldmatrix_x2(b, Bs[lane % 16]); // TODO
                                       //@solution
        ldmatrix_x2_trans(b, Bs[lane % 16]);
        //@end
        mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
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

//@mutant by_hand
// fails: C shared_load_requests
// because: Four loads of 16 bits and two shifts: right, but five loads for an mma.
//@1
for (int r = 0; r < 2; r++) {
    const int k = lane % 4 * 2 + r * 8;
    b[r] = Bs[k][lane / 4] | (uint32_t)Bs[k + 1][lane / 4] << 16;
}
//@end

//@mutant eight_rows
// fails: R
// because: All lanes name the first 8 rows: k = 0 to 7 come twice.
//@1
ldmatrix_x2_trans(b, Bs[lane % 8]);
//@end

//@mutant every_second
// fails: R
// because: Neighbouring lanes name the same row; each names one, 16 in all.
//@1
ldmatrix_x2_trans(b, Bs[lane / 2]);
//@end

#endif
