// SPDX-License-Identifier: MIT
// title: Sectors at ld = 255
// lesson: README.md#predict-coalescing
// minutes: 10
// form: answers sgemm
// sizes: 16 16 64
// scales: 1 0
// gaps: 191 0 239
// check: P a_sectors == global_load_sectors / (warps * k) - 2
// check: P c_sectors == global_store_sectors / (m / 8)
// stub: P a_sectors, P c_sectors
// hint: A sector is 32 bytes at a multiple of 32: 8 floats. At which floats do rows 0, 1, 2 ...
//   begin if ld is 255? And how many floats of a row does a warp access?
// hint: Section "Predict": single elements of A, runs of 16 neighbours of C. Questions 1 and 2 at
//   the end of the chapter are similar.
// hint: A: one element of each of 2 rows, anywhere in its sector. C: a run of 16 that begins at a
//   multiple of 8 floats is in 2 sectors, otherwise in 3; row i begins at 255 i = 256 i - i.
// why: An odd leading dimension costs nothing if a lane loads single elements: one element is
//   always in one sector. It costs if lanes load neighbours: a run of 16 that does not begin at a
//   sector takes 3 instead of 2. Of eight rows, 255 i mod 8 is 0 only for i = 0. So it is 2 + 7 x 3
//   = 23 instead of 16. That is why matrices are padded to a multiple of 8 floats.
//
// Predict, then check. The kernel is step 2 of the chapter: a warp owns 2 rows of 16 columns of C.
// C is 16 x 16 and k = 64. B has ldb = 16, and takes 2 sectors for each p and warp. But A and C
// have lda = ldc = 255: their rows begin 255 floats apart.
//
//   a_sectors   how many sectors does one warp load of A, for one p?
//   c_sectors   how many sectors do eight rows of C take when they are stored, rows 0 to 7, all
//               16 columns?
//
// Checked: your numbers are those that the emulated GPU counts. Nothing else needs to change.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

//@stub
ANSWER(a_sectors, -1); // TODO: your number instead of -1
ANSWER(c_sectors, -1);
//@solution
ANSWER(a_sectors, 2);  // 2 rows, one element of each
ANSWER(c_sectors, 23); // row 0 begins at a sector: 2; rows 1 to 7 do not: 3 each
//@end

enum { BLOCK = 16 };

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    const int row = blockIdx.y * BLOCK + threadIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid(ceil_div(n, BLOCK), ceil_div(m, BLOCK));
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant a_broadcast
// fails: P a_sectors
// because: believes that a broadcast makes one sector of both rows: it serves 16 lanes of a row,
//   and the rows are 1,020 bytes apart
//@1
ANSWER(a_sectors, 1);
ANSWER(c_sectors, 23);
//@end

//@mutant a_straddles
// fails: P a_sectors
// because: believes that at an odd ld an element can be in two sectors; a float never does
//@1
ANSWER(a_sectors, 3);
ANSWER(c_sectors, 23);
//@end

//@mutant c_always_three
// fails: P c_sectors
// because: gives each row 3 sectors; row 0 begins at a sector
//@1
ANSWER(a_sectors, 2);
ANSWER(c_sectors, 24);
//@end

//@mutant c_as_aligned
// fails: P c_sectors
// because: counts as if each row began at a sector: 2 for 16 floats, whatever ld is
//@1
ANSWER(a_sectors, 2);
ANSWER(c_sectors, 16);
//@end

//@mutant c_in_one_piece
// fails: P c_sectors
// because: counts the bytes from the first to the last of 8 rows, gaps included
//@1
ANSWER(a_sectors, 2);
ANSWER(c_sectors, 225);
//@end

#endif
