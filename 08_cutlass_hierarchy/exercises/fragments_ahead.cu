// SPDX-License-Identifier: MIT
// title: Fragments, a slice ahead
// lesson: README.md#4-fragments-a-slice-ahead
// minutes: 25
// form: gemm
// types: f16 f32
// transposes: NN
// sizes: 64 32 96; 37 41 70; 16 16 1; ? ? ?
// check: R
// check: D
// stub: R
// hint: Which slice comes after a tile's last slice, and when may a warp read it?
// hint: Section 4: the wait and the barrier come before the last slice. `barriers` counts one
//   for each turn and warp, and one before the loop.
// hint: Before the last slice a barrier. Then load_fragments() into set (slice + 1) % 2: of
//   slice + 1 of tile t, or of slice 0 of tile t + 1. In slice 0 fill() tile t + 1. Then multiply
//   set slice % 2.
// why: While the tensor cores work on one set of registers, ldmatrix fills the other set. The
//   barrier moves, too. Before a tile's last slice all its fragments are in registers, so the next
//   turn's fill() overwrites nothing that is still needed, and tile t + 1, filled in slice 0, is
//   complete. One slice is loaded and never multiplied: the first slice of the tile after the end
//   of K. It must be filled all the same.
//
// Two sets of registers for fragments: while one slice of K is multiplied, the fragments of the
// next slice are loaded. Write the work of a warp in one slice. There are two stages of shared
// memory, and tile t is in stage t % 2. fill() stores tile t + 1 (zeros after the end of K), once
// in a turn. Before the loop, tile 0 is filled, and its first fragments are in set 0. Graded: the
// result is right, and the emulated GPU reports no error.

#include "learn/exercise.h"
#include "08_cutlass_hierarchy/exercises/tiles.h"

enum { BM = 32, BN = 16, BK = 32, THREADS = 128, SLICE = 16, SLICES = BK / SLICE };
enum { PAD = 8 }; // rows of 80 and 48 bytes: ldmatrix finds 8 of them in different banks

struct stage {
    __align__(16) uint16_t As[BM][BK + PAD], Bs[BK][BN + PAD];
};

// The fragments of a warp's tile of 16 x 8, for one slice.
struct fragments {
    uint32_t a[4], b[2];
};

static __device__ void fill(struct stage *s, struct operand A, struct operand B, int t)
{
    const int row = (int)blockIdx.y * BM, col = (int)blockIdx.x * BN;
    for (int e = (int)threadIdx.x; e < BM * BK; e += THREADS)
        s->As[e / BK][e % BK] = element_f16(A, row + e / BK, t * BK + e % BK);
    for (int e = (int)threadIdx.x; e < BK * BN; e += THREADS)
        s->Bs[e / BN][e % BN] = element_f16(B, t * BK + e / BN, col + e % BN);
}

static __device__ void load_fragments(struct fragments *f, const struct stage *s, int slice)
{
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32, k = slice * SLICE;
    ldmatrix_x4(f->a, &s->As[warp / 2 * 16 + lane % 16][k + lane / 16 * 8]);
    ldmatrix_x2_trans(f->b, &s->Bs[k + lane % 16][warp % 2 * 8]);
}

static __device__ void multiply(float acc[4], const struct fragments *f)
{
    mma_m16n8k16_f32_f16_f16_f32(acc, f->a, f->b, acc);
}

static __global__ void kernel(struct operand A, struct operand B, float alpha, float beta, float *C,
                              int ldc)
{
    __shared__ struct stage shared[2];
    const int warp = (int)threadIdx.x / 32, k_tiles = ceil_div(A.cols, BK);
    const int row = (int)blockIdx.y * BM + warp / 2 * 16;
    const int col = (int)blockIdx.x * BN + warp % 2 * 8;
    float acc[4] = {0};
    struct fragments set[2] = {{{0}}};
    fill(&shared[0], A, B, 0);
    __syncthreads();
    load_fragments(&set[0], &shared[0], 0);
    for (int t = 0; t < k_tiles; t++) {
#pragma unroll
        for (int slice = 0; slice < SLICES; slice++) {
            //@stub
            // TODO: load the fragments of the next slice, perhaps from the next tile
            multiply(acc, &set[slice % 2]);
            //@solution
            const bool last = slice == SLICES - 1;
            if (last)
                __syncthreads(); // tile t + 1 is complete, and tile t is free
            load_fragments(&set[(slice + 1) % 2], &shared[last ? (t + 1) % 2 : t % 2],
                           last ? 0 : slice + 1);
            if (slice == 0)
                fill(&shared[(t + 1) % 2], A, B, t + 1);
            multiply(acc, &set[slice % 2]);
            //@end
        }
    }
    store_fragment(C, ldc, A.rows, B.cols, row, col, alpha, acc, beta);
}

void exercise(const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    const struct operand a = {g->A, p->m, p->k, p->lda}, b = {g->B, p->k, p->n, p->ldb};
    const dim3 grid((unsigned)ceil_div(p->n, BN), (unsigned)ceil_div(p->m, BM));
    kernel<<<grid, THREADS>>>(a, b, (float)p->alpha, (float)p->beta, (float *)g->C, p->ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant barrier_behind_the_loads
// fails: R, D
// because: the barrier comes after the loads that it should guard
//@1
            const bool last = slice == SLICES - 1;
            load_fragments(&set[(slice + 1) % 2], &shared[last ? (t + 1) % 2 : t % 2],
                           last ? 0 : slice + 1);
            if (last)
                __syncthreads();
            if (slice == 0)
                fill(&shared[(t + 1) % 2], A, B, t + 1);
            multiply(acc, &set[slice % 2]);
//@end

//@mutant first_slice_of_the_old_tile
// fails: R, D
// because: after the last slice comes the next tile, not this one again
//@1
            const bool last = slice == SLICES - 1;
            if (last)
                __syncthreads();
            load_fragments(&set[(slice + 1) % 2], &shared[t % 2], last ? 0 : slice + 1);
            if (slice == 0)
                fill(&shared[(t + 1) % 2], A, B, t + 1);
            multiply(acc, &set[slice % 2]);
//@end

//@mutant no_barrier
// fails: R, D
// because: tile t + 1 is read before other warps have filled their part of it
//@from
            if (last)
                __syncthreads(); // tile t + 1 is complete, and tile t is free
//@to
//@end

//@mutant same_registers
// fails: R
// because: the next slice overwrites the set that is about to be multiplied
//@from
                __syncthreads(); // tile t + 1 is complete, and tile t is free
            load_fragments(&set[(slice + 1) % 2], &shared[last ? (t + 1) % 2 : t % 2],
//@to
                __syncthreads();
            load_fragments(&set[slice % 2], &shared[last ? (t + 1) % 2 : t % 2],
//@end

//@mutant tile_behind_the_end
// fails: D
// because: the last iteration loads fragments of a tile that was never filled
//@1
            const bool last = slice == SLICES - 1;
            if (last)
                __syncthreads();
            load_fragments(&set[(slice + 1) % 2], &shared[last ? (t + 1) % 2 : t % 2],
                           last ? 0 : slice + 1);
            if (slice == 0 && t + 1 < k_tiles)
                fill(&shared[(t + 1) % 2], A, B, t + 1);
            multiply(acc, &set[slice % 2]);
//@end

#endif
