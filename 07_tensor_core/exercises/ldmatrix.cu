// SPDX-License-Identifier: MIT
// title: Two instructions for six
// lesson: README.md#3-ldmatrix-lane-by-lane
// minutes: 15
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 16 8 16; 32 24 40; 37 41 29; 33 65 1; ? ? ?
// check: R
// check: D
// check: C shared_load_requests + ldmatrix_requests <= 2.5 * ceil(m, 16) * ceil(n, 8) * ceil(k, 16)
// stub: C shared_load_requests
// hint: Which row does lane 9 name, and of which of the four matrices? What does it get from it?
// hint: Section 3; ldmatrix_requests and shared_load_requests: together 2 for each mma.
// hint: Lanes 0 to 15 name the 16 rows at k = 0, lanes 16 to 31 the same rows at k = 8: lane % 16.
// why: The address that a lane names has nothing to do with what it gets. Matrices 0 to 3 become
//   registers 0 to 3, so they go down first: row lane % 16, k = 8 (lane / 16). Of B there are two,
//   side by side along k; x2 looks at lanes 0 to 15 only. ldmatrix reads what other lanes have
//   stored, so the barrier before it must stay.
//
// A warp has 16 x 16 of A in As and 8 columns of B, 16 k each, in Bs. It takes its fragments from
// there by six loads of 32 bits. Let two instructions do it:
//
//     ldmatrix_x4(a, address)   four 8 x 8 matrices into a[0] to a[3]
//     ldmatrix_x2(b, address)   two into b[0] and b[1]
//
// Each lane names a row of 8 elements by its address: lane 8 i + r row r of matrix i. Of x2 lanes
// 16 to 31 name none: their address is not looked at.
//
// What decides: C; no diagnosis; loads from shared memory: 2 for each mma, where now there are 6.

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
        __syncthreads();            // both tiles are complete
        for (int r = 0; r < 4; r++) // TODO: one ldmatrix_x4
            a[r] = *(const uint32_t *)&As[lane / 4 + r % 2 * 8][lane % 4 * 2 + r / 2 * 8];
        for (int r = 0; r < 2; r++) // TODO: one ldmatrix_x2
            b[r] = *(const uint32_t *)&Bs[lane / 4][lane % 4 * 2 + r * 8];
        //@solution
        __syncthreads(); // both tiles are complete
        ldmatrix_x4(a, &As[lane % 16][lane / 16 * 8]);
        ldmatrix_x2(b, &Bs[lane % 8][lane / 8 % 2 * 8]);
        //@end
        mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
        __syncthreads(); // nobody reads the tiles any more
    }
    store_16x8(&g, row0, col0, acc, lane, false);
}

void exercise(const struct gemm *g) { launch_warps(product, g, MMA_M, MMA_N); }
