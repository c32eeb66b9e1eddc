// SPDX-License-Identifier: MIT
//
// 10_threads: the columns of C are divided among the cores.
//
// What changed: the loops of step 9 became a function that computes a range of columns, and each
// thread runs it once, on a range and a packing buffer of its own. No thread writes what another
// one reads, so there is nothing to wait for until all are done: no lock, no barrier inside.
//
// Expect: close to twice the speed on two cores. OMP_NUM_THREADS says how many threads there are;
// OpenMP keeps them for the next call, because starting one takes as long as a whole small product.
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "micro_kernel.h"
#include "tiles.h"

enum { KC = 512, NC = 192 }; // KC x NC floats are 384 KiB in L2; NC is a multiple of every NR
enum { THREADS_MAX = 128 };  // 48 MiB of packing buffers

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

// One thread's work: n columns of B and C, which may be all of them.
static void multiply(const struct micro_kernel_f32 *kernel, int m, int n, int k, float alpha,
                     const float *A, int lda, const float *B, int ldb, float beta, float *C,
                     int ldc, float *packed)
{
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
}

void cpu_threads(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
                 float beta, float *C, int ldc)
{
    if (alpha == 0 || k == 0) { // A and B are not read
        scale_tile(m, n, beta, C, ldc);
        return;
    }
    const struct micro_kernel_f32 *kernel = micro_kernel_f32();
    int strips = ceil_div(n, kernel->nr);
    int threads = min_int(min_int(omp_get_max_threads(), THREADS_MAX), max_int(1, strips));

    float *packed = aligned_alloc(64, sizeof(float) * KC * NC * (size_t)threads);
    if (!packed) {
        cpu_k_blocks(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; t++) {
        // Thread t has the strips from `first` up to the first one of the next thread.
        int first = (int)((long long)strips * t / threads) * kernel->nr;
        int next = min_int(n, (int)((long long)strips * (t + 1) / threads) * kernel->nr);
        multiply(kernel, m, next - first, k, alpha, A, lda, B + first, ldb, beta, C + first, ldc,
                 packed + (size_t)t * KC * NC);
    }
    free(packed);
}
