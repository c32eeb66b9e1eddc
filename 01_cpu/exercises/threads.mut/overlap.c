// SPDX-License-Identifier: MIT
// fails: R, T
// because: ranges that include their end: neighbours share a column, and the last writes into a gap
//@1
#pragma omp parallel
    {
        const int t = omp_get_thread_num(), threads = omp_get_num_threads();
        const int first = n * t / threads, end = n * (t + 1) / threads;
        multiply(m, end - first + 1, k, alpha, A, lda, B + first, ldb, beta, C + first, ldc);
    }
//@end
