// SPDX-License-Identifier: MIT
//
// 9_c_prefetch: the tile of C is on its way before it is needed.
//
// What changed: one argument. A tile of C is touched only when its sums are complete, and with k in
// blocks it has long left the cache by then: six rows, four cache lines each, and the arithmetic
// stands still until they come. So the micro-kernel asks for them before it has all sums, and goes
// on computing while they travel.
//
// Expect: a few per cent on matrices larger than the L2 cache, nothing on smaller ones.
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "micro_kernel.h"
#include "tiles.h"

enum { KC = 512, NC = 192 }; // KC x NC floats are 384 KiB in L2; NC is a multiple of every NR

// B is kc x nc. Row p of the strip that starts at column j begins at packed + j * kc + p * NR.
static void pack(int kc, int nc, const float *B, int ldb, int NR, float *packed)
{
    for (int j = 0; j < nc; j += NR) {
        size_t width = (size_t)min_int(NR, nc - j), padding = (size_t)NR - width;
        for (int p = 0; p < kc; p++, packed += NR) {
            memcpy(packed, &B[row_major(p, j, ldb)], width * sizeof *packed);
            memset(packed + width, 0, padding * sizeof *packed);
        }
    }
}

void cpu_c_prefetch(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                    int ldb, float beta, float *C, int ldc)
{
    if (alpha == 0 || k == 0) { // A and B are not read
        scale_tile(m, n, beta, C, ldc);
        return;
    }
    float *packed = aligned_alloc(64, sizeof(float) * KC * NC);
    if (!packed) {
        cpu_k_blocks(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        return;
    }
    const struct micro_kernel_f32 *kernel = micro_kernel_f32();
    const int MR = MICRO_ROWS, NR = kernel->nr;

    for (int j = 0; j < n; j += NC)
        for (int p = 0; p < k; p += KC) {
            int nc = min_int(NC, n - j), kc = min_int(KC, k - p);
            pack(kc, nc, &B[row_major(p, j, ldb)], ldb, NR, packed);
            for (int i = 0; i < m; i += MR)
                for (int s = 0; s < nc; s += NR) // strips
                    kernel->run(min_int(MR, m - i), min_int(NR, nc - s), kc, alpha,
                                &A[row_major(i, p, lda)], lda, packed + row_major(s, 0, kc), NR,
                                p == 0 ? beta : 1, &C[row_major(i, j + s, ldc)], ldc,
                                /*fetch_c*/ true);
        }
    free(packed);
}
