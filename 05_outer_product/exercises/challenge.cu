// SPDX-License-Identifier: MIT
// title: The challenge: write a whole GEMM
// lesson: README.md#6-which-thread-computes-what
// minutes: 120
// form: sgemm
// sizes: 128 128 256; 192 320 40; 130 67 129; 37 41 29; ? ? ?
// check: R
// check: D
// check: C global_load_sectors <= ceil(m, 64) * ceil(n, 64) * (210 * ceil(k, 8) + 2400)
// medal: bronze shared_load_wavefronts <= 9 * 16 * ceil(m, 64) * ceil(n, 64) * 8 * ceil(k, 8) - 1
// medal: silver shared_load_wavefronts <= 8 * 8 * ceil(m, 128) * ceil(n, 128) * 8 * ceil(k, 8)
// medal: gold shared_load_wavefronts <= 12 * 4 * ceil(m, 128) * ceil(n, 128) * 8 * ceil(k, 8)
// stub: C global_load_sectors
// hint: How many multiply-adds does a thread do for each float from shared memory, and how many of
//   those floats does one wavefront deliver?
// hint: Steps 3, 4 and 6 of chapter 05, in this order, and their `shared_load_wavefronts` by
//   `make 05 ARGS="--predict --counters"`.
// hint: Gold: 4 warps of 64 x 64, a lane 8 x 16: As transposed, two float4s of it and four of Bs
//   for each p, every two lanes need the same ones, so that a request takes two wavefronts.
// why: Loads for a multiply-add fall with the thread's tile: (TM + TN) floats for TM * TN
//   products. 8 x 1 takes 9 wavefronts for 256 multiply-adds of a warp (step 3), 8 x 8 in float4s
//   8 for 2048 (step 6), 8 x 16 needs 12 for 4096 (step 8's tile): 576, 64 and 48 for each p of
//   128 x 128. More than 128 sums of a lane leave no registers for anything else.
//
// Write a float32 GEMM, any way you like. It must be right for every size, cause no diagnosis, and
// load no more from global memory than tiles of 64 x 64 do. Medals depend on the wavefronts of
// shared memory:
//
//     bronze   fewer than step 3 (8 x 1 sums a thread)
//     silver   no more than step 6 (8 x 8 sums, warps of 64 x 32, float4s)
//     gold     three quarters of that
//
// The code below is chapter 04's: tiles of 16 x 16. It wins no medal.

#include "learn/exercise.h"
#include "common/device/copy_128.h"
#include "common/device/cuda_check.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

struct matrix {
    const float *data;
    int rows, cols, ld;
};

static __device__ __forceinline__ float element(struct matrix x, int row, int col)
{
    return row < x.rows && col < x.cols ? x.data[row_major(row, col, x.ld)] : 0;
}

//@stub
enum { TILE = 16, BM = TILE, BN = TILE, THREADS = TILE * TILE }; // TODO

static __global__ void kernel(struct matrix A, struct matrix B, float alpha, float beta, float *C,
                              int ldc)
{
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    const int x = (int)threadIdx.x % TILE, y = (int)threadIdx.x / TILE;
    const int row = (int)blockIdx.y * TILE + y, col = (int)blockIdx.x * TILE + x;
    float acc = 0;
    for (int k = 0; k < A.cols; k += TILE) {
        As[y][x] = element(A, row, k + x);
        Bs[y][x] = element(B, k + y, col);
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
    }
    if (row < A.rows && col < B.cols)
        store_scaled(C + row_major(row, col, ldc), alpha, acc, beta);
}
//@solution
enum { BM = 128, BN = 128, BK = 8, WM = 64, WN = 64, TM = 8, TN = 16, THREADS = 128 };
enum { PAD = 4 }; // As's columns are stored as rows: 4 banks further each, and float4s stay whole

static __global__ void __launch_bounds__(THREADS)
    kernel(struct matrix A, struct matrix B, float alpha, float beta, float *C, int ldc)
{
    __shared__ __align__(16) float As[BK][BM + PAD], Bs[BK][BN];
    const int t = (int)threadIdx.x, warp = t / 32, lane = t % 32;
    const int row0 = (int)blockIdx.y * BM, col0 = (int)blockIdx.x * BN;
    // 8 x 4 lanes, in a zigzag: of every four, two want the same float4 of As and two of Bs.
    const int lane_row = (lane / 2 & 1) | (lane / 4 & 6), lane_col = (lane & 1) | (lane / 2 & 2);
    const int row = warp / 2 * WM + lane_row * 4, col = warp % 2 * WN + lane_col * 4;
    float acc[TM][TN] = {{0}};
    for (int k = 0; k < A.cols; k += BK) {
        for (int e = t; e < BM * BK; e += THREADS)
            As[e % BK][e / BK] = element(A, row0 + e / BK, k + e % BK);
        for (int e = t; e < BK * BN; e += THREADS)
            Bs[e / BN][e % BN] = element(B, k + e / BN, col0 + e % BN);
        __syncthreads();
        for (int p = 0; p < BK; p++) { // one outer product
            float a[TM], b[TN];
            for (int i = 0; i < TM; i += 4) // groups of four, 32 rows apart
                copy_128(&a[i], &As[p][row + i * 8]);
            for (int j = 0; j < TN; j += 4) // and 16 columns apart
                copy_128(&b[j], &Bs[p][col + j * 4]);
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) {
            const int r = row0 + row + i / 4 * 32 + i % 4, c = col0 + col + j / 4 * 16 + j % 4;
            if (r < A.rows && c < B.cols)
                store_scaled(C + row_major(r, c, ldc), alpha, acc[i][j], beta);
        }
}
//@end

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 grid((unsigned)ceil_div(n, BN), (unsigned)ceil_div(m, BM));
    const struct matrix a = {A, m, k, lda}, b = {B, k, n, ldb};
    kernel<<<grid, THREADS>>>(a, b, alpha, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant edge_of_shared
// fails: D
// because: only elements inside are stored to As: the rest is multiplied without ever being written
//@from
            As[e % BK][e / BK] = element(A, row0 + e / BK, k + e % BK);
//@to
            if (row0 + e / BK < A.rows)
                As[e % BK][e / BK] = element(A, row0 + e / BK, k + e % BK);
//@end

//@mutant groups_mixed_up
// fails: R, D
// because: the store puts groups 16 rows apart where the loads had them 32 rows apart
//@from
            const int r = row0 + row + i / 4 * 32 + i % 4, c = col0 + col + j / 4 * 16 + j % 4;
//@to
            const int r = row0 + row + i / 4 * 16 + i % 4, c = col0 + col + j / 4 * 16 + j % 4;
//@end

//@mutant one_barrier
// fails: R, D
// because: the tiles are overwritten while slow warps still read them
//@from
        }
        __syncthreads();
//@to
        }
//@end

//@mutant small_tiles
// fails: C global_load_sectors
// because: tiles of 16 x 16: every element of A is fetched for every 16 columns
//@1
enum { TILE = 16, BM = TILE, BN = TILE, THREADS = TILE * TILE };

static __global__ void kernel(struct matrix A, struct matrix B, float alpha, float beta, float *C,
                              int ldc)
{
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    const int x = (int)threadIdx.x % TILE, y = (int)threadIdx.x / TILE;
    const int row = (int)blockIdx.y * TILE + y, col = (int)blockIdx.x * TILE + x;
    float acc = 0;
    for (int k = 0; k < A.cols; k += TILE) {
        As[y][x] = element(A, row, k + x);
        Bs[y][x] = element(B, k + y, col);
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
    }
    if (row < A.rows && col < B.cols)
        store_scaled(C + row_major(row, col, ldc), alpha, acc, beta);
}
//@end

//@mutant whole_tiles_only
// fails: R
// because: k / BK tiles, and the rest of K is never added
//@from
    for (int k = 0; k < A.cols; k += BK) {
//@to
    for (int k = 0; k + BK <= A.cols; k += BK) {
//@end

#endif
