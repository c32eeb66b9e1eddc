// SPDX-License-Identifier: MIT
// title: A fragment serves many mma
// lesson: README.md#6-a-fragment-serves-many-mma
// minutes: 10
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 32 32 32; 64 32 40; 37 41 29; 33 65 1; ? ? ?
// check: R
// check: C ldmatrix_requests <= 5 * ceil(m, 32) * ceil(n, 32) * ceil(k, 16)
// stub: C ldmatrix_requests
// hint: How many different fragments of A, and pairs of B, do the eight mma use? How many are
//   loaded?
// hint: Section 6, the row 32 x 32 of the table; ldmatrix_requests and mma_instructions.
// hint: Arrays a[2][4] and b[4][2]: first load all, 2 + 2 instructions, then two loops of eight
//   mma.
// why: This is an outer product: 2 fragments of A and 4 of B make 2 * 4 products. The loads grow
//   with the sides of the warp tile and the mma with its area, so a larger tile needs fewer loads
//   for each mma. It costs registers, here 8 + 8 for fragments and 32 for sums.
//
// A warp computes 32 x 32 of C: 2 x 4 mma for each 16 of k. The kernel loads the operands of each
// mma just before it: 8 ldmatrix for 8 mma. Change the order so that each fragment is loaded once:
// 4 for 8.
//
//     load_a(a, As, i)   the fragment of rows 16 i to 16 i + 15, in one instruction
//     load_b(b, Bs, j)   fragments j and j + 1, 8 columns each, into b[0] and b[1], also in one
//
// Checked: C, and ldmatrix_requests: 4 for each 32 x 32 x 16, where the stub has 8.

#include "learn/exercise.h"

#include "07_tensor_core/parts/one_warp.h"

enum { BM = 32, BN = 32, LD = 24 }; // rows are 48 bytes apart: 8 of them use all banks

static __device__ void load_a(uint32_t a[4], const f16 As[][LD], int i)
{
    const int lane = threadIdx.x;
    ldmatrix_x4(a, &As[i * MMA_M + lane % 16][lane / 16 * 8]);
}

static __device__ void load_b(uint32_t b[2][2], const f16 Bs[][LD], int j)
{
    const int lane = threadIdx.x;
    ldmatrix_x4(b[0], &Bs[j * MMA_N + lane % 8 + lane / 16 * 8][lane / 8 % 2 * 8]);
}

__global__ void product(struct tc_gemm g)
{
    __shared__ __align__(16) f16 As[BM][LD], Bs[BN][LD];
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[2][4][4] = {{{0}}};
    for (int k0 = 0; k0 < g.k; k0 += MMA_K) {
        copy_tile(As[0], LD, BM, MMA_K, g.A, g.lda, row0, k0, g.m, g.k);
        copy_tile(Bs[0], LD, BN, MMA_K, g.B, g.ldb, col0, k0, g.n, g.k);
        __syncthreads(); // both tiles are complete
                         //@stub
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 4; j += 2) { // TODO: load each fragment once
                uint32_t a[4], b[2][2];
                load_a(a, As, i);
                load_b(b, Bs, j);
                mma_m16n8k16_f32_f16_f16_f32(acc[i][j], a, b[0], acc[i][j]);
                mma_m16n8k16_f32_f16_f16_f32(acc[i][j + 1], a, b[1], acc[i][j + 1]);
            }
        //@solution
        uint32_t a[2][4], b[4][2];
        for (int i = 0; i < 2; i++)
            load_a(a[i], As, i);
        for (int j = 0; j < 4; j += 2)
            load_b(&b[j], Bs, j);
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 4; j++)
                mma_m16n8k16_f32_f16_f16_f32(acc[i][j], a[i], b[j], acc[i][j]);
        //@end
        __syncthreads(); // no lane reads the tiles any more
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            store_16x8(&g, row0 + i * MMA_M, col0 + j * MMA_N, acc[i][j], threadIdx.x, false);
}

void exercise(const struct gemm *gemm)
{
    const struct tc_gemm g = tc_gemm_of(gemm);
    if (g.m > 0 && g.n > 0)
        product<<<grid_of_warps(&g, BM, BN), 32>>>(g);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant a_only
// fails: C ldmatrix_requests
// because: A loaded once for each row of mma, B again in each: 2 + 4.
//@1
for (int i = 0; i < 2; i++) {
    uint32_t a[4], b[2][2];
    load_a(a, As, i);
    for (int j = 0; j < 4; j += 2) {
        load_b(b, Bs, j);
        mma_m16n8k16_f32_f16_f16_f32(acc[i][j], a, b[0], acc[i][j]);
        mma_m16n8k16_f32_f16_f16_f32(acc[i][j + 1], a, b[1], acc[i][j + 1]);
    }
}
//@end

//@mutant b_only
// fails: C ldmatrix_requests
// because: B loaded once for two columns of mma, A again for each: 4 + 2.
//@1
for (int j = 0; j < 4; j += 2) {
    uint32_t a[4], b[2][2];
    load_b(b, Bs, j);
    for (int i = 0; i < 2; i++) {
        load_a(a, As, i);
        mma_m16n8k16_f32_f16_f16_f32(acc[i][j], a, b[0], acc[i][j]);
        mma_m16n8k16_f32_f16_f16_f32(acc[i][j + 1], a, b[1], acc[i][j + 1]);
    }
}
//@end

//@mutant one_pair
// fails: R
// because: The first pair of B for all four columns of mma.
//@1
uint32_t a[2][4], b[2][2];
for (int i = 0; i < 2; i++)
    load_a(a[i], As, i);
load_b(b, Bs, 0);
for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
        mma_m16n8k16_f32_f16_f16_f32(acc[i][j], a[i], b[j % 2], acc[i][j]);
//@end

//@mutant one_row
// fails: R
// because: The first fragment of A for both rows of mma.
//@1
uint32_t a[4], b[4][2];
load_a(a, As, 0);
for (int j = 0; j < 4; j += 2)
    load_b(&b[j], Bs, j);
for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
        mma_m16n8k16_f32_f16_f16_f32(acc[i][j], a, b[j], acc[i][j]);
//@end

#endif
