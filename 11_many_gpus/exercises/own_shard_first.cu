// SPDX-License-Identifier: MIT
// title: The own shard first
// lesson: README.md#2-shards
// minutes: 15
// gpus: 2
// form: sgemm
// sizes: 48 32 40; 37 41 29; 2 3 1; ? ? ?
// check: R
// check: D
// stub: D
// hint: Which two pieces of work may run at the same time, and which must wait for which?
// hint: The copy runs in the stream `copy`. What marks the end of the work in a stream, and what
//   lets another stream wait for it?
// hint: cudaEventRecord(arrived, copy) after the copy; cudaStreamWaitEvent(compute, arrived, 0)
//   between the two products.
// why: The event marks the place in `copy` after the copy. The second product is the first work in
//   `compute` that reads what arrives, so the wait belongs directly before it: the first product
//   still overlaps the copy. cudaStreamSynchronize(copy) would also be correct, but the host
//   would wait, and could not prepare further work.
//
// A is split by rows: GPU 0 has the first half, GPU 1 the second. GPU 0 multiplies its own half
// while the other half is copied to it, and then multiplies that one. Let the second product wait
// for the copy, and the first one not. `arrived` is an event that has not been recorded yet.
// Graded: the result is right, and the emulated GPU reports no error.

#include "learn/exercise.h"
#include "11_many_gpus/exercises/two_gpus.h"

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const int far = second_gpu(), own = ceil_div(m, 2), other = m - own;
    float *on_far = floats_on(far, other, k), *gathered = floats_on(0, other, k);
    cudaStream_t compute = stream_on(0), copy = stream_on(0);
    cudaEvent_t arrived = event_on(0);
    copy_rows(on_far, A + row_major(own, 0, lda), other, k, lda, copy); // so it is on GPU 1
    CUDA_CHECK(cudaStreamSynchronize(copy));

    copy_rows(gathered, on_far, other, k, k, copy);
    //@stub
    // TODO: mark the end of the copy
    //@solution
    CUDA_CHECK(cudaEventRecord(arrived, copy));
    //@end
    product(0, compute, own, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    //@stub
    // TODO: wait for it
    //@solution
    CUDA_CHECK(cudaStreamWaitEvent(compute, arrived, 0));
    //@end
    product(0, compute, other, n, k, alpha, gathered, k, B, ldb, beta, C + row_major(own, 0, ldc),
            ldc);

    CUDA_CHECK(cudaStreamSynchronize(compute));
    CUDA_CHECK(cudaEventDestroy(arrived));
    CUDA_CHECK(cudaStreamDestroy(copy));
    CUDA_CHECK(cudaStreamDestroy(compute));
    CUDA_CHECK(cudaFree(gathered));
    CUDA_CHECK(cudaFree(on_far));
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant wrong_stream
// fails: D
// because: the event marks a place in compute, where nothing has been asked for yet
//@1
    CUDA_CHECK(cudaEventRecord(arrived, compute));
//@end

//@mutant copy_waits
// fails: D
// because: the copy's stream waits for itself, and the product for nothing
//@2
    CUDA_CHECK(cudaStreamWaitEvent(copy, arrived, 0));
//@end

//@mutant never_recorded
// fails: D
// because: a wait for an event that was never recorded does nothing
//@1
//@end

//@mutant own_half_twice
// fails: R
// because: the own half of A arrives once more, and the other half never
//@1
    copy_rows(gathered, A, other, k, lda, copy);
    CUDA_CHECK(cudaEventRecord(arrived, copy));
//@end

#endif
