// SPDX-License-Identifier: MIT
// fails: T
// because: `threads` is declared outside of the block: all write it, the same number, but they race
//@1
    int threads;
#pragma omp parallel
    {
        threads = omp_get_num_threads();
        const int t = omp_get_thread_num();
        const int first = n * t / threads, end = n * (t + 1) / threads;
        multiply(m, end - first, k, alpha, A, lda, B + first, ldb, beta, C + first, ldc);
    }
//@end
