// SPDX-License-Identifier: MIT
// title: Columns for each thread
// lesson: library_speed.md#10--threads
// minutes: 10
// form: sgemm
// sizes: 20 37 15; 8 64 8; 3 2 5; 1 1 1; ? ? ?
// check: R
// check: T
// stub: R, T
// hint: What does each of the threads compute now? And what happens to C(0, 0) when four of them
//   do it?
// hint: Section 10, Threads. Columns of C are independent: multiply() also works on a part of B and
//   C, if it receives the part's first column and its width.
// hint: Thread t of `threads` takes the columns from n * t / threads to n * (t + 1) / threads.
//   Declare these inside the block; then each thread has its own.
// why: No thread writes what another one reads or writes, so no thread waits before the end. The
//   formula n t / threads gives ranges without gaps and without overlap, for any n. A variable from
//   outside of the parallel block is shared: even if all threads write the same number into it,
//   that is a race, and the compiler may assume that there is none.
//
// `#pragma omp parallel` runs the block that follows in several threads, and waits for all of them
// at its end. omp_get_thread_num() returns the number of the thread, out of omp_get_num_threads().
// At present each of them computes all of C, so beta is applied more than once, and all write the
// same memory.
//
// Let each thread compute its own range of columns. Checked: C is right, even with fewer columns
// than threads, and ThreadSanitizer reports no race: no memory that one thread writes while another
// reads or writes it.

#include <omp.h>

#include "learn/exercise.h"

// C = alpha A B + beta C, by one thread.
static void multiply(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                     int ldb, float beta, float *C, int ldc)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * ldb + j];
            float *c = &C[i * ldc + j];
            *c = beta == 0 ? alpha * acc : alpha * acc + beta * *c;
        }
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    //@stub
#pragma omp parallel
    {
        // TODO: columns first to end - 1, other ones for each thread
        multiply(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    }
    //@solution
#pragma omp parallel
    {
        const int t = omp_get_thread_num(), threads = omp_get_num_threads();
        const int first = n * t / threads, end = n * (t + 1) / threads;
        multiply(m, end - first, k, alpha, A, lda, B + first, ldb, beta, C + first, ldc);
    }
    //@end
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant divided_sum
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

//@mutant overlap
// fails: R, T
// because: ranges that include their end: neighbours share a column, and the last writes into a gap
//@from
        multiply(m, end - first, k, alpha, A, lda, B + first, ldb, beta, C + first, ldc);
//@to
        multiply(m, end - first + 1, k, alpha, A, lda, B + first, ldb, beta, C + first, ldc);
//@end

//@mutant rest_is_lost
// fails: R
// because: n / threads columns for each: no thread computes the rest at the end
//@1
#pragma omp parallel
    {
        const int cols = n / omp_get_num_threads(), first = cols * omp_get_thread_num();
        multiply(m, cols, k, alpha, A, lda, B + first, ldb, beta, C + first, ldc);
    }
//@end

//@mutant shared_variable
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

#endif
