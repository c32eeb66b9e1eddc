// SPDX-License-Identifier: MIT
// title: How many stages fit?
// lesson: README.md#3-n-stages-in-a-circle
// minutes: 10
// form: answers sgemm
// sizes: 128 256 256
// check: P stages == blocks - 1
// check: P requests == cp_async_requests
// stub: P stages, P requests
// hint: Which tiles are in a stage, and how many bytes does an element have?
// hint: Section 3, the table of `--stages`: shared memory and cp.async requests for each number
//   of stages.
// hint: (128 * 32 + 32 * 256) * 2 bytes per stage, of 227 * 1024; TURNS + STAGES - 1 tiles are
//   copied.
// why: A stage has 128 x 32 of A and 32 x 256 of B in f16: 24,576 bytes, and nine of them fit
//   into 227 KiB. More than three gain nothing on an H200 (the lesson's record), and each
//   additional stage makes the prologue longer. With S stages, S - 1 tiles are fetched before the
//   first turn, and one in each turn. The last S - 1 tiles are after the end of K, all zeros.
//
// Two numbers, on paper. (1) How many stages of A (128 x 32) and B (32 x 256), in f16, fit into
// the 227 KiB of shared memory that a block of an H200 may have? The program below tries it: it
// launches a block for each number of stages that fits, and one more block for question 2. (2)
// This block has one warp and four stages, and walks over eight tiles along K; for each tile a
// lane copies 16 bytes. How many requests of cp.async are counted?

#include "learn/exercise.h"
#include "common/device/cuda_check.h"
#include "common/device/ptx/cp_async.h"

//@stub
ANSWER(stages, 0);   // TODO
ANSWER(requests, 0); // TODO
//@solution
ANSWER(stages, 227 * 1024 / ((128 * 32 + 32 * 256) * 2));
ANSWER(requests, 8 + 4 - 1);
//@end

enum { BM = 128, BN = 256, BK = 32, STAGE_BYTES = (BM * BK + BK * BN) * 2 };
enum { STAGES = 4, TURNS = 8, VECTOR = 4 }; // VECTOR: floats in 16 bytes

// Only takes shared memory.
static __global__ void try_stages(void) {}

static __device__ void copy_tile(float *stage, const float *A, int t)
{
    const int at = (int)threadIdx.x * VECTOR;
    cp_async_cg_16(stage + at, A + (t < TURNS ? t * 32 * VECTOR + at : 0), t < TURNS ? 16 : 0);
    cp_async_commit_group();
}

static __global__ void pipeline(const float *A, float *C)
{
    __shared__ __align__(16) float shared[STAGES][32 * VECTOR];
    for (int t = 0; t < STAGES - 1; t++)
        copy_tile(shared[t], A, t);
    float sum = 0;
    for (int t = 0; t < TURNS; t++) {
        cp_async_wait_group(STAGES - 2);
        copy_tile(shared[(t + STAGES - 1) % STAGES], A, t + STAGES - 1);
        sum += shared[t % STAGES][threadIdx.x * VECTOR]; // of this thread's own copy
    }
    C[threadIdx.x] = sum;
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    (void)m, (void)n, (void)k, (void)alpha, (void)lda, (void)B, (void)ldb, (void)beta, (void)ldc;
    int most = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    CUDA_CHECK(cudaFuncSetAttribute(try_stages, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    for (int bytes = STAGE_BYTES; bytes <= most; bytes += STAGE_BYTES) {
        try_stages<<<1, 32, (size_t)bytes>>>();
        CUDA_CHECK_LAUNCH();
    }
    pipeline<<<1, 32>>>(A, C);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant all_stages_first
// fails: P requests
// because: the prologue fills all stages but one
//@1
ANSWER(stages, 227 * 1024 / ((128 * 32 + 32 * 256) * 2));
ANSWER(requests, 8 + 4);
//@end

//@mutant b_forgotten
// fails: P stages
// because: a stage holds the tiles of both A and B
//@1
ANSWER(stages, 227 * 1024 / (128 * 32 * 2));
ANSWER(requests, 8 + 4 - 1);
//@end

//@mutant four_bytes
// fails: P stages
// because: an f16 has two bytes, not four
//@1
ANSWER(stages, 227 * 1024 / ((128 * 32 + 32 * 256) * 4));
ANSWER(requests, 8 + 4 - 1);
//@end

//@mutant no_prologue
// fails: P requests
// because: before the first turn STAGES - 1 tiles are fetched already
//@1
ANSWER(stages, 227 * 1024 / ((128 * 32 + 32 * 256) * 2));
ANSWER(requests, 8);
//@end

//@mutant without_opting_in
// fails: P stages
// because: 48 KiB is what a block has without asking for more (cudaFuncSetAttribute)
//@1
ANSWER(stages, 48 * 1024 / ((128 * 32 + 32 * 256) * 2));
ANSWER(requests, 8 + 4 - 1);
//@end

#endif
