// SPDX-License-Identifier: MIT
// title: Lanes that read together
// lesson: README.md#6-which-thread-computes-what
// minutes: 25
// form: sgemm
// sizes: 128 128 16; 130 70 9; 64 132 8; 1 1 1; ? ? ?
// check: R
// check: C shared_load_wavefronts <= 640 * ceil(m, 128) * ceil(n, 128) * ceil(k, 8)
// stub: C shared_load_wavefronts
// hint: A warp has 2 x 16 threads of 8 x 8 elements: a strip of 16 x 128. How many numbers does
//   it read for each p, and how many would a warp tile of 64 x 32 read?
// hint: Section 6, all three ideas: warp tiles, groups, the zigzag. The heat pictures there show
//   the lanes. The counter is shared_load_wavefronts: 20, 12 and 8 for each p and warp.
// hint: warp = t / 32, lane = t % 32; the warp's tile begins at (warp / 4 * 64, warp % 4 * 32);
//   lane_row = (lane / 2 & 1) | (lane / 4 & 6), lane_col = (lane & 1) | (lane / 2 & 2), four
//   elements each; GROUP_M = 32, GROUP_N = 16.
// why: Three ideas, each about lanes and none about arithmetic. A squarer warp tile reads less: 64
//   + 32 numbers, not 16 + 128. Groups of 4 x 4, half a warp tile apart, make the float4s of
//   neighbouring lanes contiguous, so that no bank is skipped. And in a zigzag two of four lanes
//   need the same float4 of As and two the same of Bs, so half a warp is served at once. 8 passes
//   for 64 FFMA: now the multiply-adds are the limit.
//
// 256 threads own 128 x 128 elements of C, 8 x 8 each, in four groups of 4 x 4. At present the
// groups of a thread are neighbours, and a warp owns a strip of 16 x 128: to read As and Bs takes
// 20 passes through the banks for each p.
//
// Choose which elements a thread computes: row and col of its first group, and GROUP_M and GROUP_N,
// how far its second group is below and to the right of the first. Each element of the tile must
// belong to exactly one thread. Checked: C is right, and shared_load_wavefronts falls from 20 for
// each p and warp to 8.

#include "05_outer_product/parts/vector4.h"
#include "common/device/index.h"
#include "learn/exercise.h"

enum { BM = 128, BN = 128, BK = 8, TM = 8, TN = 8 };
enum { THREADS = BM / TM * (BN / TN), BLOCKS_PER_SM = 2 };
enum { PAD = 4 }; // keeps float4s at multiples of 16 bytes, and shifts each row by 4 banks

// As load4(), but on a separate line: a picture of it shows only the reads of Bs.
static __device__ __forceinline__ void read_b(float to[4], const float *from)
{
    const float4 v = *(const float4 *)from;
    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

// The tile of C whose first element is (row0, col0), by the whole block.
static __device__ __forceinline__ void c_tile(int row0, int col0, int m, int n, int k, float alpha,
                                              const float *A, int lda, const float *B, int ldb,
                                              float beta, float *C, int ldc, bool aligned)
{
    __shared__ __align__(16) float As[BK][BM + PAD]; // transposed
    __shared__ __align__(16) float Bs[BK][BN];
    const int t = threadIdx.x;
    //@stub
    // TODO: warp tiles of 64 x 32, and groups that are half a warp tile apart
    enum { GROUP_M = 4, GROUP_N = 4 };
    const int row = t / 16 * TM, col = t % 16 * TN; // of this thread's first group
    //@solution
    enum { WM = 64, WN = 32, GROUP_M = WM / 2, GROUP_N = WN / 2 };
    const int warp = t / 32, lane = t % 32; // 2 x 4 warps of 8 x 4 lanes
    const int lane_row = (lane / 2 & 1) | (lane / 4 & 6), lane_col = (lane & 1) | (lane / 2 & 2);
    const int row = warp / (BN / WN) * WM + lane_row * 4;
    const int col = warp % (BN / WN) * WN + lane_col * 4;
    //@end
    const int a_row = t / (BK / 4), a_col = t % (BK / 4) * 4; // of the float4 that t fetches
    const int b_row = t / (BN / 4), b_col = t % (BN / 4) * 4;

    float acc[TM][TN] = {{0}};
    for (int p0 = 0; p0 < k; p0 += BK) {
        float a[4], b[4];
        load4_or_zero(a, &A[row_major(row0 + a_row, p0 + a_col, lda)],
                      row0 + a_row < m ? k - p0 - a_col : 0, aligned);
        load4_or_zero(b, &B[row_major(p0 + b_row, col0 + b_col, ldb)],
                      p0 + b_row < k ? n - col0 - b_col : 0, aligned);
        for (int e = 0; e < 4; e++)
            As[a_col + e][a_row] = a[e];
        store4(&Bs[b_row][b_col], b);
        __syncthreads(); // both tiles are complete

        for (int p = 0; p < BK; p++) {
            float a_frag[TM], b_frag[TN];
            for (int i = 0; i < TM; i += 4)
                load4(&a_frag[i], &As[p][row + i / 4 * GROUP_M]);
            for (int j = 0; j < TN; j += 4)
                read_b(&b_frag[j], &Bs[p][col + j / 4 * GROUP_N]);
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a_frag[i] * b_frag[j];
        }
        __syncthreads(); // no thread needs them any more
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j += 4) {
            const int c_row = row0 + row + i / 4 * GROUP_M + i % 4;
            const int c_col = col0 + col + j / 4 * GROUP_N;
            store4_scaled(&C[row_major(c_row, c_col, ldc)], c_row < m ? n - c_col : 0, alpha,
                          &acc[i][j], beta, aligned);
        }
}

#define KERNEL warp_tile
#define KERNEL_UNALIGNED warp_tile_unaligned
#define LAUNCHER exercise
#include "05_outer_product/parts/launch.h"

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant groups_alone
// fails: C shared_load_wavefronts
// because: groups half a block's tile apart, but a warp is still 2 x 16 threads: 12 passes
//@1
    enum { GROUP_M = BM / 2, GROUP_N = BN / 2 };
    const int row = t / 16 * 4, col = t % 16 * 4;
//@end

//@mutant groups_overlap
// fails: R
// because: the second group is where another lane has its first: elements with two owners
//@1
    enum { WM = 64, WN = 32, GROUP_M = 4, GROUP_N = 4 };
    const int warp = t / 32, lane = t % 32;
    const int lane_row = (lane / 2 & 1) | (lane / 4 & 6), lane_col = (lane & 1) | (lane / 2 & 2);
    const int row = warp / (BN / WN) * WM + lane_row * 4;
    const int col = warp % (BN / WN) * WN + lane_col * 4;
//@end

//@mutant plain_lanes
// fails: C shared_load_wavefronts
// because: lanes in rows of four, no zigzag: Bs is served in quarters of a warp, 12 passes
//@1
    enum { WM = 64, WN = 32, GROUP_M = WM / 2, GROUP_N = WN / 2 };
    const int warp = t / 32, lane = t % 32;
    const int row = warp / (BN / WN) * WM + lane / 4 * 4;
    const int col = warp % (BN / WN) * WN + lane % 4 * 4;
//@end

//@mutant warp_tiles_alone
// fails: C shared_load_wavefronts
// because: warp tiles, but a thread's groups are neighbours: lanes read float4s with gaps between
//@1
    enum { WM = 64, WN = 32, GROUP_M = 4, GROUP_N = 4 };
    const int warp = t / 32, lane = t % 32;
    const int row = warp / (BN / WN) * WM + lane / 4 * TM;
    const int col = warp % (BN / WN) * WN + lane % 4 * TN;
//@end

#endif
