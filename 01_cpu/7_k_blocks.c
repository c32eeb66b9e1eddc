// SPDX-License-Identifier: MIT
//
// 7_k_blocks: the sum over p in blocks.
//
// What changed: one loop. In step 6 a tile reads k rows of a strip of B that is NR columns wide; by
// the time the next tile wants them again, a long strip has left the cache. Now all tiles of the
// strip work on KC rows of it, then on the next KC. The price: C is read and written once for each
// block, beta the first time, 1 afterwards.
//
// Expect: nothing while k <= KC; from there on, a speed that does not fall as k grows.
#include "cpu.h"
#include "micro_kernel.h"
#include "tiles.h"

enum { KC = 512 }; // a strip of KC x 64 floats is 128 KiB: it stays in L2

void cpu_k_blocks(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                  int ldb, float beta, float *C, int ldc)
{
    if (alpha == 0 || k == 0) { // A and B are not read
        scale_tile(m, n, beta, C, ldc);
        return;
    }
    const struct micro_kernel_f32 *kernel = micro_kernel_f32();
    const int MR = MICRO_ROWS, NR = kernel->nr;
    int whole_n = n - n % NR; // what tiles of whole width cover

    for (int j = 0; j < whole_n; j += NR)
        for (int p = 0; p < k; p += KC) {
            int kc = min_int(KC, k - p);
            for (int i = 0; i < m; i += MR)
                kernel->run(min_int(MR, m - i), NR, kc, alpha, &A[row_major(i, p, lda)], lda,
                            &B[row_major(p, j, ldb)], ldb, p == 0 ? beta : 1,
                            &C[row_major(i, j, ldc)], ldc, /*fetch_c*/ false);
        }

    plain_tile(m, n - whole_n, k, alpha, A, lda, B + whole_n, ldb, beta, C + whole_n, ldc);
}
