// SPDX-License-Identifier: MIT
// title: One buffer for every shard
// lesson: README.md#2-shards
// minutes: 20
// gpus: 2
// form: sgemm
// sizes: 64 32 24; 53 17 31; 1 5 2; ? ? ?
// check: R
// check: D
// stub: D
// hint: The buffer is filled again in each round. Who must be done with it before that?
// hint: There are two orders to keep: a product comes after the copy that brings its rows, and a
//   copy comes after the product that has read the rows before. Each needs an event.
// hint: After the product: cudaEventRecord(used, compute). Before the copy:
//   cudaStreamWaitEvent(copy, used, 0). In the first round the event was never recorded, and the
//   wait does nothing.
// why: It is the full and empty of chapter 09's ring, between streams: `arrived` says that the
//   buffer is full, `used` that it is empty. With two buffers, and two events of each, the copies
//   would run one round ahead.
//
// All of A is on GPU 1, and GPU 0 has room for SHARD rows of it. So a loop copies SHARD rows,
// multiplies them, and copies the next ones to the same place. Keep both orders by events, without
// making the host wait in the loop. Graded: the result is right, and the emulated GPU reports no
// error.

#include "learn/exercise.h"
#include "11_many_gpus/exercises/two_gpus.h"

enum { SHARD = 16 };

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const int far = second_gpu();
    float *on_far = floats_on(far, m, k), *buffer = floats_on(0, SHARD, k);
    cudaStream_t compute = stream_on(0), copy = stream_on(0);
    cudaEvent_t arrived = event_on(0), used = event_on(0);
    copy_rows(on_far, A, m, k, lda, copy); // so it is on GPU 1
    CUDA_CHECK(cudaStreamSynchronize(copy));

    for (int row = 0; row < m; row += SHARD) {
        const int rows = row + SHARD < m ? SHARD : m - row;
        //@stub
        // TODO: when may the buffer be filled?
        //@solution
        CUDA_CHECK(cudaStreamWaitEvent(copy, used, 0));
        //@end
        copy_rows(buffer, on_far + row_major(row, 0, k), rows, k, k, copy);
        CUDA_CHECK(cudaEventRecord(arrived, copy));
        CUDA_CHECK(cudaStreamWaitEvent(compute, arrived, 0));
        product(0, compute, rows, n, k, alpha, buffer, k, B, ldb, beta, C + row_major(row, 0, ldc),
                ldc);
        //@stub
        // TODO: what has happened here?
        //@solution
        CUDA_CHECK(cudaEventRecord(used, compute));
        //@end
    }

    CUDA_CHECK(cudaStreamSynchronize(compute));
    CUDA_CHECK(cudaEventDestroy(used));
    CUDA_CHECK(cudaEventDestroy(arrived));
    CUDA_CHECK(cudaStreamDestroy(copy));
    CUDA_CHECK(cudaStreamDestroy(compute));
    CUDA_CHECK(cudaFree(buffer));
    CUDA_CHECK(cudaFree(on_far));
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant waits_for_the_copy
// fails: D
// because: the copy waits for the copy before it, which it does anyway; the product may still read
//@1
        CUDA_CHECK(cudaStreamWaitEvent(copy, arrived, 0));
//@end

//@mutant recorded_in_copy
// fails: D
// because: the event marks the end of the copy, not of the product
//@2
        CUDA_CHECK(cudaEventRecord(used, copy));
//@end

//@mutant compute_waits
// fails: D
// because: the product waits for the product before it; the copy waits for nothing
//@1
        CUDA_CHECK(cudaStreamWaitEvent(compute, used, 0));
//@end

//@mutant whole_shards_only
// fails: R
// because: the last shard, which has fewer rows, is left out
//@1
        CUDA_CHECK(cudaStreamWaitEvent(copy, used, 0));
        if (rows < SHARD)
            break;
//@end

#endif
