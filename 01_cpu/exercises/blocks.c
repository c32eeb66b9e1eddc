// SPDX-License-Identifier: MIT
// title: A block of B that stays
// lesson: README.md#3--cache-blocks
// minutes: 20
// form: sgemm
// sizes: 48 256 256; 5 70 130; 65 64 1; 1 1 1; ? ? ?
// gaps: 0 16 0; 6 2 10; 1 3 5
// check: R
// check: M misses <= m * n * k / 100 + (m * n + n * k + m * k) / 8 + 4 * (m + k)
// stub: M
// hint: Row i of C needs all of B, row i + 1 too. How large is B here, and how large is the
//   cache?
// hint: Section 3, Cache blocks: the two new loops are outside of i. How many floats fit in 32 KiB
//   if a row of A and a row of C must fit, too? The counter is L1 misses.
// hint: for j0 in steps of BN, for p0 in steps of BK, for all i: for p from p0 to the smaller of
//   p0 + BK and k, for j from j0 to the smaller of j0 + BN and n. BK = BN = 64 are 16 KiB.
// why: The work is the same, only its order differs: all rows of C use a block of B while it is in
//   the cache. B is now fetched once in all, not once for each row of C. In exchange, rows of C are
//   fetched again for each block of p, and rows of A for each block of j: 2 m n k / 64 floats
//   instead of m n k. The lesson's step does the same for L2, with larger blocks.
//
// Row streaming reads all of B for each row of C. B has 256 KiB at the first size, the simulated
// cache has 32 KiB (8 ways, lines of 16 floats): what row i has fetched is gone when row i + 1
// needs it.
//
// Cut the loops over p and j into blocks, and let all rows of C use one block of B before the next
// one is touched. beta is done. Checked: C is right, even if the last blocks overhang, and most of
// the misses are gone. (B's rows are 272 floats apart, not 256: the exercise 01_pack shows why.)

#include "common/device/index.h"
#include "learn/exercise.h"

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            C[i * ldc + j] = beta == 0 ? 0 : beta * C[i * ldc + j];

    //@stub
    // TODO: blocks of p and of j; smaller(a, b) of index.h says where the last block ends
    for (int i = 0; i < m; i++)
        for (int p = 0; p < k; p++)
            for (int j = 0; j < n; j++)
                C[i * ldc + j] += alpha * A[i * lda + p] * B[p * ldb + j];
    //@solution
    enum { BK = 64, BN = 64 }; // 16 KiB of B
    for (int j0 = 0; j0 < n; j0 += BN)
        for (int p0 = 0; p0 < k; p0 += BK)
            for (int i = 0; i < m; i++)
                for (int p = p0; p < smaller(p0 + BK, k); p++)
                    for (int j = j0; j < smaller(j0 + BN, n); j++)
                        C[i * ldc + j] += alpha * A[i * lda + p] * B[p * ldb + j];
    //@end
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant p_alone
// fails: M
// because: only p is cut: 64 rows of B, each 256 floats long, are 64 KiB
//@1
    enum { BK = 64 };
    for (int p0 = 0; p0 < k; p0 += BK)
        for (int i = 0; i < m; i++)
            for (int p = p0; p < smaller(p0 + BK, k); p++)
                for (int j = 0; j < n; j++)
                    C[i * ldc + j] += alpha * A[i * lda + p] * B[p * ldb + j];
//@end

//@mutant rows_outside
// fails: M
// because: the loop over i is outside: a block serves one row, then the next block comes
//@1
    enum { BK = 64, BN = 64 };
    for (int i = 0; i < m; i++)
        for (int j0 = 0; j0 < n; j0 += BN)
            for (int p0 = 0; p0 < k; p0 += BK)
                for (int p = p0; p < smaller(p0 + BK, k); p++)
                    for (int j = j0; j < smaller(j0 + BN, n); j++)
                        C[i * ldc + j] += alpha * A[i * lda + p] * B[p * ldb + j];
//@end

//@mutant too_large
// fails: M
// because: a block of 256 x 256 floats is all of B: 256 KiB do not stay in 32
//@from
    enum { BK = 64, BN = 64 }; // 16 KiB of B
//@to
    enum { BK = 256, BN = 256 };
//@end

//@mutant whole_blocks_only
// fails: R
// because: the last block, which is not whole, is left out
//@1
    enum { BK = 64, BN = 64 };
    for (int j0 = 0; j0 + BN <= n; j0 += BN)
        for (int p0 = 0; p0 + BK <= k; p0 += BK)
            for (int i = 0; i < m; i++)
                for (int p = p0; p < p0 + BK; p++)
                    for (int j = j0; j < j0 + BN; j++)
                        C[i * ldc + j] += alpha * A[i * lda + p] * B[p * ldb + j];
//@end

#endif
