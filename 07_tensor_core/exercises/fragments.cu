// SPDX-License-Identifier: MIT
// title: Gather the fragments of A and B
// lesson: README.md#1-fragments-gathered-one-by-one
// minutes: 12
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 16 8 16; 32 24 40; 37 41 29; 33 65 1; ? ? ?
// check: R
// stub: R
// hint: The registers of A are four 8 x 8 quarters of 16 x 16. In which order do they come?
// hint: Section 1, "From thread and value to the element": values 2 r and 2 r + 1 are register r. 8
//   means 8 rows down, 128 means 8 further along k.
// hint: A: row lane / 4, 8 more if r is odd; k 2 (lane % 4), 8 more from r = 2 on. B: column lane /
//   4.
// why: Both operands are read in the same way: lane / 4 counts the lines (rows of A, columns of B),
//   and a quad runs along k, two elements per register. For A, the second register is 8 rows down,
//   and only the third one is 8 further along k. B has only 8 columns, so its second register is 8
//   further along k.
//
// One warp computes 16 x 8 of C with mma.m16n8k16, and gathers the fragments from global memory. A
// is m x k, B is n x k. A register holds two f16 that are neighbours along k. Compute which two:
//
//     place_in_a   registers 0 to 3 of the lane: row and first k in the 16 x 16 of A
//     place_in_b   registers 0 and 1: column n and first k in the 8 x 16 of B
//
// Checked: C. With one register in the wrong place, most of C is wrong.

#include "learn/exercise.h"

#include "07_tensor_core/parts/one_warp.h"

struct place {
    int line, k; // line: a row of A, or a column n of B
};

static __device__ struct place place_in_a(int lane, int r)
{
    //@stub
    return (struct place){lane / 4, lane % 4 * 2}; // TODO: r is missing
                                                   //@solution
    return (struct place){lane / 4 + r % 2 * 8, lane % 4 * 2 + r / 2 * 8};
    //@end
}

static __device__ struct place place_in_b(int lane, int r)
{
    //@stub
    return (struct place){lane / 4, lane % 4 * 2}; // TODO
                                                   //@solution
    return (struct place){lane / 4, lane % 4 * 2 + r * 8};
    //@end
}

// Elements k and k + 1 of a line, or zeros outside of the matrix.
static __device__ uint32_t pair(const f16 *from, int lines, int size_k, int ld, int line, int k)
{
    const uint32_t low = line < lines && k < size_k ? from[row_major(line, k, ld)] : 0;
    const uint32_t high = line < lines && k + 1 < size_k ? from[row_major(line, k + 1, ld)] : 0;
    return low | high << 16;
}

__global__ void product(struct tc_gemm g)
{
    const int lane = threadIdx.x, row0 = blockIdx.y * MMA_M, col0 = blockIdx.x * MMA_N;
    float acc[4] = {0};
    for (int k0 = 0; k0 < g.k; k0 += MMA_K) {
        uint32_t a[4], b[2];
        for (int r = 0; r < 4; r++) {
            const struct place at = place_in_a(lane, r);
            a[r] = pair(g.A, g.m, g.k, g.lda, row0 + at.line, k0 + at.k);
        }
        for (int r = 0; r < 2; r++) {
            const struct place at = place_in_b(lane, r);
            b[r] = pair(g.B, g.n, g.k, g.ldb, col0 + at.line, k0 + at.k);
        }
        mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
    }
    store_16x8(&g, row0, col0, acc, lane, false);
}

void exercise(const struct gemm *gemm)
{
    const struct tc_gemm g = tc_gemm_of(gemm);
    if (g.m > 0 && g.n > 0)
        product<<<grid_of_warps(&g, MMA_M, MMA_N), 32>>>(g);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant b_across
// fails: R
// because: Register 1 of B is not 8 columns further: B has 8 columns, but 16 k.
//@2
return (struct place){lane / 4 + r * 8, lane % 4 * 2};
//@end

//@mutant b_as_k_by_n
// fails: R
// because: B as k x n: a quad would run along n. In B, too, it runs along k.
//@2
return (struct place){lane % 4 * 2, lane / 4 + r * 8};
//@end

//@mutant right_first
// fails: R
// because: Registers 1 and 2 of A exchanged: right first, then down.
//@1
return (struct place){lane / 4 + r / 2 * 8, lane % 4 * 2 + r % 2 * 8};
//@end

//@mutant rows_by_four
// fails: R
// because: Rows by lane % 8: lanes of a quad are in one row, next to each other along k.
//@1
return (struct place){lane % 8 + r % 2 * 8, lane / 8 * 2 + r / 2 * 8};
//@end

#endif
