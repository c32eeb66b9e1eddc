// SPDX-License-Identifier: MIT
//
// 10_threads: the columns of C are divided among the cores.
//
// What changed: nothing inside. Each thread runs step 9 once, on a range of columns, with its own
// packing buffer. No thread writes what another one reads, so no thread waits until all are done:
// no lock, no barrier inside.
//
// Expect: close to twice the speed on two cores. OMP_NUM_THREADS sets the number of threads;
// OpenMP keeps them for the next call, because starting one takes as long as a whole small product.
#include <omp.h>

#include "cpu.h"
#include "parts/tiles.h"

#define STEP cpu_threads
#define THIS_FILE "../10_threads.c"
#include "parts/each_target.h" // NR

static void multiply(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                     int ldb, float beta, float *C, int ldc)
{
    enum { THREADS_MAX = 128 }; // 48 MiB of packing buffers
    int threads = smaller(smaller(omp_get_max_threads(), THREADS_MAX), max_int(1, ceil_div(n, NR)));
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; t++) {
        int first = part_start(n, NR, t, threads), next = part_start(n, NR, t + 1, threads);
        cpu_c_prefetch(m, next - first, k, alpha, A, lda, B + first, ldb, beta, C + first, ldc);
    }
}
