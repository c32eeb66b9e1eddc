// SPDX-License-Identifier: MIT
// title: Two halves of a sum
// lesson: README.md#6-shards-outwards
// minutes: 20
// gpus: 2
// form: sgemm
// sizes: 24 32 40; 37 41 29; 2 3 2; ? ? ?
// check: R
// check: D
// stub: R
// hint: Follow one element of C: which kernel on which GPU has its first half, which its second,
//   and where do the two meet?
// hint: GPU 1's partial sums must be complete before they are copied, and the copy must be complete
//   before the kernel adds. Both are waits between streams.
// hint: Record `made` in far_compute after the product, let `copy` wait for it, copy part 1 into the
//   inbox, record `arrived` in copy, let `compute` wait for it. Then add_parts.
// why: Each GPU has its half of k, so every element of C is the sum of two partial sums. The event
//   `made` crosses GPUs: it is recorded in a stream of GPU 1, and a stream of GPU 0 waits for it.
//   The kernel adds part 0 and then part 1, whichever came first, so the bits are the same in every
//   run.
//
// A and B are split along k: GPU 0 multiplies the first half, GPU 1 the second. GPU 1's partial
// sums go to the inbox, memory of GPU 0, where add_parts() adds both. Write what comes between the
// two products and add_parts: the copy from `part_1` to `inbox` (m x n floats, without gaps) and
// the order. Graded: the result is right, and the emulated GPU reports no error.

#include "learn/exercise.h"
#include "11_many_gpus/exercises/two_gpus.h"

// C = part 0 + part 1 + beta C, in this order.
static __global__ void add_kernel(int m, int n, const float *part_0, const float *part_1,
                                  float beta, float *C, int ldc)
{
    const int i = (int)blockIdx.y;
    const int j = (int)blockIdx.x * PRODUCT_THREADS + (int)threadIdx.x;
    if (i < m && j < n)
        store_scaled(C + row_major(i, j, ldc), 1,
                     part_0[row_major(i, j, n)] + part_1[row_major(i, j, n)], beta);
}

static void add_parts(cudaStream_t stream, int m, int n, const float *part_0, const float *part_1,
                      float beta, float *C, int ldc)
{
    const dim3 grid((unsigned)ceil_div(n, PRODUCT_THREADS), (unsigned)m);
    add_kernel<<<grid, PRODUCT_THREADS, 0, stream>>>(m, n, part_0, part_1, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const int far = second_gpu(), near_k = ceil_div(k, 2), far_k = k - near_k;
    float *far_A = floats_on(far, m, far_k + 1), *far_B = floats_on(far, far_k, n);
    float *part_0 = floats_on(0, m, n), *part_1 = floats_on(far, m, n), *inbox = floats_on(0, m, n);
    cudaStream_t compute = stream_on(0), copy = stream_on(0), far_compute = stream_on(far);
    cudaEvent_t made = event_on(far), arrived = event_on(0);
    if (far_k > 0)
        copy_rows(far_A, A + near_k, m, far_k, lda, copy);
    copy_rows(far_B, B + row_major(near_k, 0, ldb), far_k, n, ldb, copy);
    CUDA_CHECK(cudaMemsetAsync(inbox, 0, (size_t)m * (size_t)n * sizeof *inbox, copy));
    CUDA_CHECK(cudaStreamSynchronize(copy));

    product(far, far_compute, m, n, far_k, alpha, far_A, far_k, far_B, n, 0, part_1, n);
    product(0, compute, m, n, near_k, alpha, A, lda, B, ldb, 0, part_0, n);
    //@stub
    // TODO: part_1 to the inbox, and the order of all four pieces of work
    //@solution
    CUDA_CHECK(cudaEventRecord(made, far_compute));
    CUDA_CHECK(cudaStreamWaitEvent(copy, made, 0));
    copy_rows(inbox, part_1, m, n, n, copy);
    CUDA_CHECK(cudaEventRecord(arrived, copy));
    CUDA_CHECK(cudaStreamWaitEvent(compute, arrived, 0));
    //@end
    add_parts(compute, m, n, part_0, inbox, beta, C, ldc);

    CUDA_CHECK(cudaStreamSynchronize(compute));
    CUDA_CHECK(cudaStreamSynchronize(far_compute));
    CUDA_CHECK(cudaEventDestroy(arrived));
    CUDA_CHECK(cudaEventDestroy(made));
    CUDA_CHECK(cudaStreamDestroy(far_compute));
    CUDA_CHECK(cudaStreamDestroy(copy));
    CUDA_CHECK(cudaStreamDestroy(compute));
    CUDA_CHECK(cudaFree(inbox));
    CUDA_CHECK(cudaFree(part_1));
    CUDA_CHECK(cudaFree(part_0));
    CUDA_CHECK(cudaFree(far_B));
    CUDA_CHECK(cudaFree(far_A));
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant not_made_yet
// fails: D
// because: the copy does not wait for the product of GPU 1
//@1
    copy_rows(inbox, part_1, m, n, n, copy);
    CUDA_CHECK(cudaEventRecord(arrived, copy));
    CUDA_CHECK(cudaStreamWaitEvent(compute, arrived, 0));
//@end

//@mutant not_arrived_yet
// fails: D
// because: the kernel that adds waits for GPU 1's product, not for the copy
//@1
    CUDA_CHECK(cudaEventRecord(made, far_compute));
    CUDA_CHECK(cudaStreamWaitEvent(copy, made, 0));
    CUDA_CHECK(cudaStreamWaitEvent(compute, made, 0));
    copy_rows(inbox, part_1, m, n, n, copy);
//@end

//@mutant own_part_twice
// fails: R
// because: part 0 goes to the inbox and is added twice, and part 1 never
//@1
    copy_rows(inbox, part_0, m, n, n, compute);
//@end

#endif
