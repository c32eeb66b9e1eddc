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
// hint: Which row does lane 9 name, and of which of the four matrices? What does lane 9 receive?
// hint: Section 3. ldmatrix_requests and shared_load_requests: 2 together for each mma.
// hint: Lanes 0 to 15 name the 16 rows at k = 0, and lanes 16 to 31 the same rows at k = 8: lane %
//   16.
// why: A lane names one address and receives other elements. Matrices 0 to 3 become registers 0 to
//   3, so they go down first: row lane % 16, k = 8 (lane / 16). B has two matrices, next to each
//   other along k; x2 uses only lanes 0 to 15. ldmatrix reads what other lanes have stored, so the
//   barrier before it must stay.
//
// A warp has 16 x 16 of A in As, and 8 columns of B with 16 k each in Bs. It loads its fragments
// with six 32-bit loads. Use two instructions instead:
//
//     ldmatrix_x4(a, address)   four 8 x 8 matrices into a[0] to a[3]
//     ldmatrix_x2(b, address)   two into b[0] and b[1]
//
// Each lane passes the address of a row of 8 elements: lane 8 i + r names row r of matrix i. The
// addresses of lanes 16 to 31 are ignored by x2.
//
// Checked: C; no diagnosis; 2 loads from shared memory for each mma, where the stub has 6.

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

//@mutant across_first
// fails: R
// because: The quarters of A across first: register 1 must come from 8 rows down.
//@1
__syncthreads();
ldmatrix_x4(a, &As[lane % 8 + lane / 16 * 8][lane / 8 % 2 * 8]);
ldmatrix_x2(b, &Bs[lane % 8][lane / 8 % 2 * 8]);
//@end

//@mutant names_what_it_gets
// fails: R
// because: Each lane names the row of which it needs a part: other lanes have to name that row.
//@1
__syncthreads();
ldmatrix_x4(a, &As[lane / 4][lane / 16 * 8]);
ldmatrix_x2(b, &Bs[lane % 8][lane / 8 % 2 * 8]);
//@end

//@mutant no_barrier
// fails: D
// because: No barrier: a lane's row is read before the other lanes have stored it all.
//@1
ldmatrix_x4(a, &As[lane % 16][lane / 16 * 8]);
ldmatrix_x2(b, &Bs[lane % 8][lane / 8 % 2 * 8]);
//@end

//@mutant one_by_one
// fails: C shared_load_requests
// because: One matrix per instruction: six of them where x4 and x2 are two.
//@1
__syncthreads();
for (int r = 0; r < 4; r++)
    ldmatrix_x1(&a[r], &As[lane % 8 + r % 2 * 8][r / 2 * 8]);
for (int r = 0; r < 2; r++)
    ldmatrix_x1(&b[r], &Bs[lane % 8][r * 8]);
//@end

//@mutant only_a
// fails: C shared_load_requests
// because: Only A by ldmatrix, B still by two loads: three for each mma.
//@1
__syncthreads();
ldmatrix_x4(a, &As[lane % 16][lane / 16 * 8]);
for (int r = 0; r < 2; r++)
    b[r] = *(const uint32_t *)&Bs[lane / 4][lane % 4 * 2 + r * 8];
//@end

#endif
