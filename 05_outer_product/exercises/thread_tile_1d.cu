// SPDX-License-Identifier: MIT
// title: Eight sums a thread
// lesson: README.md#3-and-4-tiles-in-registers
// minutes: 10
// form: sgemm
// sizes: 64 64 32; 70 50 20; 65 33 1; 1 1 1; ? ? ?
// check: R
// check: C shared_load_wavefronts <= 1400 * ceil(m, 64) * ceil(n, 64) * ceil(k, 8)
// stub: C shared_load_wavefronts
// hint: For one p, how many different elements of Bs does a thread need for its 8 sums, and how
//   many of As?
// hint: Section "3 and 4", step 3: "One element of Bs, fetched into a register, serves 8
//   multiply-adds". The counter is shared_load_wavefronts.
// hint: for each p: const float b_frag = Bs[p][col]; then for each i: acc[i] += As[row + i][p] *
//   b_frag;
// why: The order of the two loops determines what can be kept. With p outside, the 8 sums are live
//   at the same time, in 8 registers, and the element of Bs is fetched once, not 8 times: 9 loads
//   for 8 multiply-adds instead of 16. It is an outer product, 8 x 1 times 1 x 1. A compiler that
//   writes out both loops may find it by itself; do not depend on that, and write what you mean.
//
// The tile of C is 64 x 64, a block has 512 threads: each computes TM = 8 elements, one below the
// other. The sums are computed one after the other, so each multiply-add takes two loads from
// shared memory.
//
// Compute all eight at once: fetch an element of Bs into a register, and use it for all eight
// before the next one is needed. Checked: C is right, and shared_load_wavefronts falls from 2 for
// each warp-wide multiply-add to 9 for 8 of them.

#include "05_outer_product/parts/fetch.h"
#include "05_outer_product/parts/grid.h"
#include "common/device/cuda_check.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "learn/exercise.h"

enum { BM = 64, BN = 64, BK = 8, TM = 8 };
enum { THREADS = BM / TM * BN };

static __global__ void thread_tile_1d(int m, int n, int k, float alpha, const float *A, int lda,
                                      const float *B, int ldb, float beta, float *C, int ldc)
{
    __shared__ float As[BM][BK], Bs[BK][BN];
    const struct operand a = {A, m, k, lda}, b = {B, k, n, ldb};
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN, t = threadIdx.x;
    //@stub
    const int row = t / BN * TM, col = t % BN; // in the tile: the first of the TM elements
    //@solution
    const int row = t / BN * TM, col = t % BN; // in the tile: the first of the TM elements
    //@end

    float acc[TM] = {0};
    for (int p0 = 0; p0 < k; p0 += BK) {
        fetch_tile(As[0], BM, BK, THREADS, &a, row0, p0);
        fetch_tile(Bs[0], BK, BN, THREADS, &b, p0, col0);
        __syncthreads(); // both tiles are complete
        //@stub
        // TODO: all eight sums for one p, then the next p
        for (int i = 0; i < TM; i++)
            for (int p = 0; p < BK; p++)
                acc[i] += As[row + i][p] * Bs[p][col];
        //@solution
        for (int p = 0; p < BK; p++) {
            const float b_frag = Bs[p][col];
            for (int i = 0; i < TM; i++)
                acc[i] += As[row + i][p] * b_frag;
        }
        //@end
        __syncthreads(); // no thread needs them any more
    }
    for (int i = 0; i < TM; i++)
        if (row0 + row + i < m && col0 + col < n)
            store_scaled(&C[row_major(row0 + row + i, col0 + col, ldc)], alpha, acc[i], beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    thread_tile_1d<<<grid_of_tiles(m, n, BM, BN), THREADS>>>(m, n, k, alpha, A, lda, B, ldb, beta,
                                                             C, ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant first_of_the_slice
// fails: R
// because: the element of Bs is fetched before the loop over p: it belongs to p = 0
//@2
        const float b_frag = Bs[0][col];
        for (int p = 0; p < BK; p++)
            for (int i = 0; i < TM; i++)
                acc[i] += As[row + i][p] * b_frag;
//@end

//@mutant lanes_down
// fails: C shared_load_wavefronts
// because: neighbouring lanes take rows 8 apart: their words of As are all in one bank
//@1
    const int row = t % (BM / TM) * TM, col = t / (BM / TM);
//@end

//@mutant one_row
// fails: R
// because: the element of As is kept, too, but each of the eight rows needs a different one
//@2
        for (int p = 0; p < BK; p++) {
            const float a_frag = As[row][p], b_frag = Bs[p][col];
            for (int i = 0; i < TM; i++)
                acc[i] += a_frag * b_frag;
        }
//@end

//@mutant two_at_once
// fails: C shared_load_wavefronts
// because: an element of Bs serves two sums, then it is fetched again: 3 loads for 2
//@2
        for (int i = 0; i < TM; i += 2)
            for (int p = 0; p < BK; p++) {
                const float b_frag = Bs[p][col];
                acc[i] += As[row + i][p] * b_frag;
                acc[i + 1] += As[row + i + 1][p] * b_frag;
            }
//@end

#endif
