// SPDX-License-Identifier: MIT
//
// 6_register_tile: the same tile in the widest registers that this processor has.
//
// What changed: the tile is written in vector types (micro_kernel_body.h), so that it fills the
// register file: 6 x 64 sums with AVX-512, 6 x 16 with AVX2 or NEON. Step 5 left the width to the
// compiler, which may only use what every processor of its kind has: SSE2, 4 floats.
//
// Expect: two to four times step 5. The loops around the tile have not changed.
#include "cpu.h"
#include "micro_kernel.h"
#include "tiles.h"

void cpu_register_tile(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
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
        for (int i = 0; i < m; i += MR)
            kernel->run(min_int(MR, m - i), NR, k, alpha, &A[row_major(i, 0, lda)], lda,
                        &B[row_major(0, j, ldb)], ldb, beta, &C[row_major(i, j, ldc)], ldc,
                        /*fetch_c*/ false);

    plain_tile(m, n - whole_n, k, alpha, A, lda, B + whole_n, ldb, beta, C + whole_n, ldc);
}
