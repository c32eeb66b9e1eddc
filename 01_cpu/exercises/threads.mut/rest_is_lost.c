// SPDX-License-Identifier: MIT
// fails: R
// because: n / threads columns for each: what is left over at the end nobody computes
//@1
#pragma omp parallel
    {
        const int cols = n / omp_get_num_threads(), first = cols * omp_get_thread_num();
        multiply(m, cols, k, alpha, A, lda, B + first, ldb, beta, C + first, ldc);
    }
//@end
