// SPDX-License-Identifier: MIT
//
// 8_packed: B is copied into the order in which it is read.
//
// What changed: a block of KC x NC elements of B is first copied ("packed") into strips that are NR
// columns wide and contiguous. The KC rows of a strip lie in KC different memory pages before and
// in 32 afterwards. The last strip is filled up with zeros, so the tile never needs a plain edge.
//
// Expect: a little at friendly sizes, much where n is no multiple of NR or ldb a power of two.
// With no memory for the copy it does the work without it, as step 7 does.
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

void cpu_packed(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
                float beta, float *C, int ldc)
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
                                /*fetch_c*/ false);
        }
    free(packed);
}
