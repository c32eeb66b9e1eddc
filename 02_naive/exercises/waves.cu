// SPDX-License-Identifier: MIT
// title: Full waves on a T4
// lesson: waves.md#waves-and-their-tail
// minutes: 10
// form: answers sgemm
// gpu: t4
// sizes: 16 2560 4
// check: P places == blocks
// check: P columns == 16 * blocks
// check: P waves == ceil(63 * 63, blocks)
// check: P idle == ceil(63 * 63, blocks) * blocks - 63 * 63
// stub: P places, P columns, P waves, P idle
// hint: How many blocks of 256 threads does an SM with room for 1,024 threads hold, and how many
//   SMs are there?
// hint: Section "Waves and their tail": --waves --gpu t4 prints the places, and what 161 blocks on
//   160 places mean.
// hint: 40 x 4 places. One wave of blocks next to each other: as many times 16 columns. ceil(1000 /
//   16) = 63 blocks in each direction; waves are whole; the missing blocks of the last one are idle
//   places.
// why: 40 SMs x 4 blocks = 160 places. 16 rows and 160 x 16 = 2,560 columns are one full wave; one
//   column more, and a second wave begins for a single block. 1000 x 1000 takes 63 x 63 = 3,969
//   blocks, 24.8 waves: the 25th has 129 blocks and leaves 31 places empty, which is 1% of all. For
//   a large C this does not matter; a small one should not end just after a wave.
//
// Predict, then check. A Tesla T4 has 40 SMs, and each has room for 1,024 threads. Blocks are 16 x
// 16 threads and compute 16 x 16 elements of C; nothing but the threads limits how many fit an SM.
//
//   places    how many blocks does the T4 run at a time?
//   columns   C has 16 rows. How many columns may it have so that a single wave computes all?
//   waves     C is 1000 x 1000. How many waves are there, the last one included?
//   idle      how many places stay empty in that last wave?
//
// Checked: the program below gets the number of places from the (emulated) T4 and launches as many
// blocks; your numbers follow from what is counted. Nothing else needs to change.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

//@stub
ANSWER(places, -1); // TODO: your number instead of -1
ANSWER(columns, -1);
ANSWER(waves, -1);
ANSWER(idle, -1);
//@solution
ANSWER(places, 40 * 4);           // SMs, blocks of 256 threads in 1,024
ANSWER(columns, 160 * 16);        // a block is 16 columns wide
ANSWER(waves, 25);                // 63 x 63 = 3,969 blocks are 24.8 waves
ANSWER(idle, 25 * 160 - 63 * 63); // 31
//@end

enum { BLOCK = 16 };

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    const int row = blockIdx.y * BLOCK + threadIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

// How many blocks of the kernel this GPU runs at a time.
static int places_of_this_gpu(void)
{
    int sms = 0, blocks = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sgemm, BLOCK * BLOCK, 0);
    return sms * blocks;
}

// One wave: on a T4 it covers the C that this is called with.
void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 block(BLOCK, BLOCK);
    sgemm<<<places_of_this_gpu(), block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant blocks_for_columns
// fails: P columns
// because: counts blocks although columns are needed: each block is 16 wide
//@1
ANSWER(places, 160);
ANSWER(columns, 160);
ANSWER(waves, 25);
ANSWER(idle, 31);
//@end

//@mutant busy_for_idle
// fails: P idle
// because: counts the places that are busy in the last wave
//@1
ANSWER(places, 160);
ANSWER(columns, 2560);
ANSWER(waves, 25);
ANSWER(idle, 129);
//@end

//@mutant places_of_an_h200
// fails: P places
// because: the places of an H200: 132 SMs with 8 blocks
//@1
ANSWER(places, 1056);
ANSWER(columns, 2560);
ANSWER(waves, 25);
ANSWER(idle, 31);
//@end

//@mutant rounded_down
// fails: P waves
// because: 24.8 waves rounded down: the rest needs a wave, too
//@1
ANSWER(places, 160);
ANSWER(columns, 2560);
ANSWER(waves, 24);
ANSWER(idle, 31);
//@end

//@mutant sms_for_places
// fails: P places
// because: one block for each SM: an SM holds 1,024 / 256 = 4 of them
//@1
ANSWER(places, 40);
ANSWER(columns, 2560);
ANSWER(waves, 25);
ANSWER(idle, 31);
//@end

#endif
