// SPDX-License-Identifier: MIT
// fails: R, T
// because: k is divided: all threads add to all of C, and each applies beta
//@1
#pragma omp parallel
    {
        const int t = omp_get_thread_num(), threads = omp_get_num_threads();
        const int first = k * t / threads, end = k * (t + 1) / threads;
        multiply(m, n, end - first, alpha, A + first, lda, B + first * ldb, ldb, beta, C, ldc);
    }
//@end
