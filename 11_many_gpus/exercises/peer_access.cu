// SPDX-License-Identifier: MIT
// title: Read the memory of another GPU
// lesson: README.md#two-operations-and-a-third
// minutes: 10
// gpus: 2
// form: sgemm
// sizes: 48 32 40; 37 41 29; ? ? ?
// check: R
// stub: R
// hint: Whose kernel reads, and whose memory?
// hint: Peer access has a direction. cudaDeviceEnablePeerAccess(peer, 0) is called while the GPU
//   that wants to reach the peer is the current one.
// hint: The kernel runs on GPU 0 and B is on GPU 1, so GPU 0 must be the current one, and the peer
//   is `far`.
// why: A pointer says where the bytes are, not who may read them: every load of B crosses the link
//   here. That costs no copy and no memory, and it is right for data that are read once. A GEMM
//   reads each element many times, so that a copy to the own memory pays, as in step 2.
//
// B is in the memory of GPU 1, and the kernel on GPU 0 reads it there, element by element. Two
// lines have the wrong direction. Correct them. Graded: the result is right.

#include "learn/exercise.h"
#include "11_many_gpus/exercises/two_gpus.h"

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const int far = second_gpu();
    float *far_B = floats_on(far, k, n);
    cudaStream_t stream = stream_on(0);
    copy_rows(far_B, B, k, n, ldb, stream); // so it is on GPU 1

    //@stub
    CUDA_CHECK(cudaSetDevice(far)); // TODO: which GPU must reach which?
    cudaError_t error = cudaDeviceEnablePeerAccess(0, 0);
    //@solution
    CUDA_CHECK(cudaSetDevice(0));
    cudaError_t error = cudaDeviceEnablePeerAccess(far, 0);
    //@end
    if (error == cudaErrorPeerAccessAlreadyEnabled) { // by an earlier call of exercise()
        cudaGetLastError();
        error = cudaSuccess;
    }
    CUDA_CHECK(error);
    CUDA_CHECK(cudaSetDevice(0));
    product(0, stream, m, n, k, alpha, A, lda, far_B, n, beta, C, ldc);

    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(far_B));
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant not_enabled
// fails: R
// because: access is never enabled: GPU 0 can reach GPU 1, but it is not allowed to
//@1
    int can;
    cudaError_t error = cudaDeviceCanAccessPeer(&can, 0, far);
//@end

//@mutant to_itself
// fails: R
// because: a GPU is not its own peer: the call fails, and the program stops
//@1
    CUDA_CHECK(cudaSetDevice(0));
    cudaError_t error = cudaDeviceEnablePeerAccess(0, 0);
//@end

//@mutant the_same_gpu
// fails: R
// because: a GPU is not its own peer, whichever it is
//@1
    CUDA_CHECK(cudaSetDevice(far));
    cudaError_t error = cudaDeviceEnablePeerAccess(far, 0);
//@end

#endif
