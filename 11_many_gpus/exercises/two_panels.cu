// SPDX-License-Identifier: MIT
// title: Two buffers for panels
// lesson: README.md#9-summa-a-grid
// minutes: 20
// gpus: 2
// form: sgemm
// sizes: 32 24 64; 21 37 50; 3 5 7; ? ? ?
// check: R
// check: D
// stub: D
// hint: Panel 2 goes to the buffer of panel 0. Whose reads must have ended?
// hint: Each buffer has two events. `arrived` reports that it is full. Which event reports that it is
//   empty, which stream records it, and which stream waits for it?
// hint: After the product: cudaEventRecord(used[b], compute). Before the copies:
//   cudaStreamWaitEvent(copy, used[b], 0).
// why: With one buffer the copy of a panel waits for the product of the panel before: they alternate.
//   With two, a copy waits for the product of the panel before the last, so that one panel arrives
//   while another is multiplied. That is the whole idea of a pipeline with two stages, in shared
//   memory (chapter 08) as well as between GPUs.
//
// A and B are on GPU 1. Panels of k come to GPU 0, which adds one product after the other to C. Two
// buffers take turns. The copies already wait for nothing, and products wait for their panel. Add
// the other order. Graded: the result is right, and the emulated GPU reports no error.

#include "learn/exercise.h"
#include "11_many_gpus/exercises/two_gpus.h"

enum { PANEL = 8, BUFFERS = 2 };

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const int far = second_gpu();
    float *far_A = floats_on(far, m, k), *far_B = floats_on(far, k, n);
    float *As[BUFFERS], *Bs[BUFFERS];
    cudaStream_t compute = stream_on(0), copy = stream_on(0);
    cudaEvent_t arrived[BUFFERS], used[BUFFERS];
    for (int b = 0; b < BUFFERS; b++) {
        As[b] = floats_on(0, m, PANEL);
        Bs[b] = floats_on(0, PANEL, n);
        arrived[b] = event_on(0);
        used[b] = event_on(0);
    }
    copy_rows(far_A, A, m, k, lda, copy); // so both are on GPU 1
    copy_rows(far_B, B, k, n, ldb, copy);
    CUDA_CHECK(cudaStreamSynchronize(copy));

    for (int i = 0; i * PANEL < k; i++) {
        const int b = i % BUFFERS, begin = i * PANEL, size = smaller(PANEL, k - begin);
        //@stub
        // TODO: when may the buffer be filled?
        //@solution
        CUDA_CHECK(cudaStreamWaitEvent(copy, used[b], 0));
        //@end
        copy_rows(As[b], far_A + begin, m, size, k, copy);
        copy_rows(Bs[b], far_B + row_major(begin, 0, n), size, n, n, copy);
        CUDA_CHECK(cudaEventRecord(arrived[b], copy));
        CUDA_CHECK(cudaStreamWaitEvent(compute, arrived[b], 0));
        product(0, compute, m, n, size, alpha, As[b], size, Bs[b], n, i == 0 ? beta : 1, C, ldc);
        //@stub
        // TODO: what has happened here?
        //@solution
        CUDA_CHECK(cudaEventRecord(used[b], compute));
        //@end
    }

    CUDA_CHECK(cudaStreamSynchronize(compute));
    for (int b = 0; b < BUFFERS; b++) {
        CUDA_CHECK(cudaEventDestroy(used[b]));
        CUDA_CHECK(cudaEventDestroy(arrived[b]));
        CUDA_CHECK(cudaFree(Bs[b]));
        CUDA_CHECK(cudaFree(As[b]));
    }
    CUDA_CHECK(cudaStreamDestroy(copy));
    CUDA_CHECK(cudaStreamDestroy(compute));
    CUDA_CHECK(cudaFree(far_B));
    CUDA_CHECK(cudaFree(far_A));
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant recorded_in_copy
// fails: D
// because: the event marks the end of the copy, not of the product
//@2
        CUDA_CHECK(cudaEventRecord(used[b], copy));
//@end

//@mutant full_instead_of_empty
// fails: D
// because: it waits for the last copy to this buffer, which is in the same stream anyway
//@1
        CUDA_CHECK(cudaStreamWaitEvent(copy, arrived[b], 0));
//@end

//@mutant recorded_too_early
// fails: D
// because: used[b] is recorded before the product that reads the buffer
//@from
        product(0, compute, m, n, size, alpha, As[b], size, Bs[b], n, i == 0 ? beta : 1, C, ldc);
        CUDA_CHECK(cudaEventRecord(used[b], compute));
//@to
        CUDA_CHECK(cudaEventRecord(used[b], compute));
        product(0, compute, m, n, size, alpha, As[b], size, Bs[b], n, i == 0 ? beta : 1, C, ldc);
//@end

//@mutant beta_each_time
// fails: R
// because: beta scales what the panels before have added
//@from
        product(0, compute, m, n, size, alpha, As[b], size, Bs[b], n, i == 0 ? beta : 1, C, ldc);
//@to
        product(0, compute, m, n, size, alpha, As[b], size, Bs[b], n, beta, C, ldc);
//@end

#endif
