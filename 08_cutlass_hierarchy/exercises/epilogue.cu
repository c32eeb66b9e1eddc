// SPDX-License-Identifier: MIT
// title: From the sums to C
// lesson: README.md#6-the-epilogue
// minutes: 20
// form: gemm
// types: f16 f32
// transposes: NN
// sizes: 64 64 32; 37 41 29; 16 32 1; ? ? ?
// check: R
// check: D
// check: C global_store_sectors <= 100 * ceil(m, 16) * ceil(n, 32)
// stub: R
// hint: A lane's sums are in rows lane / 4 and lane / 4 + 8. Which lanes should store a row of
//   C, if a request is to write neighbours?
// hint: Section 6, and question 8 on why `__syncwarp()` is enough. `global_store_sectors`: a
//   row of 32 columns is four sectors, or five if it begins inside a sector.
// hint: rows[lane / 4 + v / 2 * 8][j * 8 + lane % 4 * 2 + v % 2] = acc[j][v]; then
//   __syncwarp(); then for each of 16 rows store_scaled() of C(row + i, col + lane), if it is
//   inside.
// why: After mma, each lane has pairs in two rows. Stored directly, a request writes parts of
//   eight rows, and touches twice as many sectors. Through shared memory, 32 lanes store 32
//   neighbours. Each warp has its own rows there, so it waits only for its own lanes. With beta = 0
//   C is not read: 0 * NaN would be NaN.
//
// The loop is done: each warp has 16 x 32 sums in four fragments of 16 x 8. Write the epilogue:
// store C = alpha * sum + beta * C through shared memory, such that a request stores a row of 32
// neighbours. C may be smaller than the tile. With beta = 0, C must not be read. Graded: the
// result, no error of the emulated GPU, and the number of sectors that are stored.

#include "learn/exercise.h"
#include "08_cutlass_hierarchy/exercises/tiles.h"

enum { BM = 32, BN = 32, BK = 16, WARPS = 2, PAD = 8 };

static __device__ void epilogue(float rows[16][BN + PAD], const float acc[4][4], float alpha,
                                float beta, float *C, int ldc, int m, int n, int row, int col)
{
    const int lane = (int)threadIdx.x % 32;
    //@stub
    // TODO: store the sums in rows, and load them along the rows
    if (lane == 0 && row < m && col < n)
        store_scaled(C + row_major(row, col, ldc), alpha, acc[0][0], beta);
    (void)rows;
    //@solution
    for (int j = 0; j < 4; j++)
        for (int v = 0; v < 4; v++)
            rows[lane / 4 + v / 2 * 8][j * 8 + lane % 4 * 2 + v % 2] = acc[j][v];
    __syncwarp(); // all lanes' sums are there
    for (int i = 0; i < 16; i++)
        if (row + i < m && col + lane < n)
            store_scaled(C + row_major(row + i, col + lane, ldc), alpha, rows[i][lane], beta);
    //@end
}

static __global__ void kernel(struct operand A, struct operand B, float alpha, float beta, float *C,
                              int ldc)
{
    __shared__ __align__(16) uint16_t As[BM][BK + PAD], Bs[BK][BN + PAD];
    __shared__ float rows[WARPS][16][BN + PAD];
    const int row = (int)blockIdx.y * BM, col = (int)blockIdx.x * BN;
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    float acc[4][4] = {{0}};
    for (int k = 0; k < A.cols; k += BK) {
        __syncthreads();
        for (int e = (int)threadIdx.x; e < BM * BK; e += WARPS * 32)
            As[e / BK][e % BK] = element_f16(A, row + e / BK, k + e % BK);
        for (int e = (int)threadIdx.x; e < BK * BN; e += WARPS * 32)
            Bs[e / BN][e % BN] = element_f16(B, k + e / BN, col + e % BN);
        __syncthreads();
        uint32_t a[4], b[2];
        ldmatrix_x4(a, &As[warp * 16 + lane % 16][lane / 16 * 8]);
        for (int j = 0; j < 4; j++) {
            ldmatrix_x2_trans(b, &Bs[lane % 16][j * 8]);
            mma_m16n8k16_f32_f16_f16_f32(acc[j], a, b, acc[j]);
        }
    }
    epilogue(rows[warp], acc, alpha, beta, C, ldc, A.rows, B.cols, row + warp * 16, col);
}

void exercise(const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    const struct operand a = {g->A, p->m, p->k, p->lda}, b = {g->B, p->k, p->n, p->ldb};
    const dim3 grid((unsigned)ceil_div(p->n, BN), (unsigned)ceil_div(p->m, BM));
    kernel<<<grid, WARPS * 32>>>(a, b, (float)p->alpha, (float)p->beta, (float *)g->C, p->ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant beta_reads_c
// fails: R
// because: with beta = 0 C may hold NaN, and 0 * NaN is NaN
//@1
    for (int j = 0; j < 4; j++)
        for (int v = 0; v < 4; v++)
            rows[lane / 4 + v / 2 * 8][j * 8 + lane % 4 * 2 + v % 2] = acc[j][v];
    __syncwarp();
    for (int i = 0; i < 16; i++)
        if (row + i < m && col + lane < n) {
            float *c = C + row_major(row + i, col + lane, ldc);
            *c = alpha * rows[i][lane] + beta * *c;
        }
//@end

//@mutant from_the_registers
// fails: C global_store_sectors
// because: each request writes pairs in eight rows, every second element of a sector
//@1
    (void)rows;
    for (int j = 0; j < 4; j++)
        store_fragment(C, ldc, m, n, row, col + j * 8, alpha, acc[j], beta);
//@end

//@mutant laid_down_in_part
// fails: D
// because: sums outside of C are not stored in shared memory, but whole rows are read from it
//@1
    for (int j = 0; j < 4; j++)
        for (int v = 0; v < 4; v++) {
            const int i = lane / 4 + v / 2 * 8, at = j * 8 + lane % 4 * 2 + v % 2;
            if (row + i < m && col + at < n)
                rows[i][at] = acc[j][v];
        }
    __syncwarp();
    for (int i = 0; i < 16; i++) {
        const volatile float *from = rows[i];
        const float sum = from[lane];
        if (row + i < m && col + lane < n)
            store_scaled(C + row_major(row + i, col + lane, ldc), alpha, sum, beta);
    }
//@end

//@mutant neighbours_swapped
// fails: R
// because: values 0 and 1 are neighbours in a row; 2 and 3 are eight rows below
//@from
            rows[lane / 4 + v / 2 * 8][j * 8 + lane % 4 * 2 + v % 2] = acc[j][v];
    __syncwarp(); // all lanes' sums are there
//@to
            rows[lane / 4 + v % 2 * 8][j * 8 + lane % 4 * 2 + v / 2] = acc[j][v];
    __syncwarp();
//@end

//@mutant no_syncwarp
// fails: R, D
// because: lanes do not have to run in step: a row is read before other lanes have written it
//@from
    __syncwarp(); // all lanes' sums are there
//@to
//@end

#endif
