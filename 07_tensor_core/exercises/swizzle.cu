// SPDX-License-Identifier: MIT
// title: Eight rows, eight places
// lesson: README.md#5-swizzled-derived-on-paper
// minutes: 15
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 16 8 64; 32 24 100; 37 41 29; 33 65 1; ? ? ?
// check: R
// check: C ldmatrix_wavefronts <= 36 * ceil(m, 16) * ceil(n, 8) * ceil(k, 64)
// stub: C ldmatrix_wavefronts
// hint: ldmatrix reads the same vector of 8 rows. In which of the 8 places of a row is each of
//   them?
// hint: Section 5, line 4: f(r, c) = c xor r. Count ldmatrix_wavefronts: 6 for each mma is the
//   least.
// hint: The vector is k / 8, the element in it k % 8. Only the vector moves: to k / 8 xor row % 8.
// why: A row is 8 vectors, all 32 banks. Vector c of row r goes to place c xor r % 8. So eight rows
//   have eight different places for one c, and eight vectors have eight places in one r: nothing is
//   lost. As bits of an offset in elements this is Swizzle<3,3,3>. c + r modulo 8 would also work;
//   the xor is cheaper.
//
// Rows of As and Bs have 64 elements, 128 bytes. So each row begins in bank 0, and the 8 rows that
// ldmatrix reads for a matrix collide. Find another place within the row for each vector of 8
// elements, so that they do not collide. place() computes where an element is stored; all reads and
// writes of the tiles use it.
//
// The size does not change: 64 elements in a row. The 8 elements of a vector must stay together, in
// order, at a multiple of 16 bytes.
//
// Checked: C, and ldmatrix_wavefronts: 6 for each mma, where the stub has 48; up to 9 are accepted.

#include "learn/exercise.h"

#include "07_tensor_core/parts/one_warp.h"

enum { BK = 64, VECTOR = 8 }; // elements of a row; elements of 16 bytes

// Offset of element k of row `row` in a tile, counted in elements.
static __device__ int place(int row, int k)
{
    //@stub
    return row * BK + k; // TODO
                         //@solution
    const int vector = (k / VECTOR) ^ (row % 8);
    return row * BK + vector * VECTOR + k % VECTOR;
    //@end
}

static __device__ void copy_rows(f16 *tile, int rows, const f16 *from, int ld, int row0, int k0,
                                 int all_rows, int all_k)
{
    for (int i = threadIdx.x; i < rows * BK; i += 32) {
        const int row = i / BK, k = i % BK;
        const bool inside = row0 + row < all_rows && k0 + k < all_k;
        tile[place(row, k)] = inside ? from[row_major(row0 + row, k0 + k, ld)] : 0;
    }
}

__global__ void product(struct tc_gemm g)
{
    __shared__ __align__(128) f16 As[MMA_M * BK], Bs[MMA_N * BK];
    const int lane = threadIdx.x, row0 = blockIdx.y * MMA_M, col0 = blockIdx.x * MMA_N;
    float acc[4] = {0};
    for (int k0 = 0; k0 < g.k; k0 += BK) {
        copy_rows(As, MMA_M, g.A, g.lda, row0, k0, g.m, g.k);
        copy_rows(Bs, MMA_N, g.B, g.ldb, col0, k0, g.n, g.k);
        __syncthreads(); // both tiles are complete
        for (int k = 0; k < BK; k += MMA_K) {
            uint32_t a[4], b[2];
            ldmatrix_x4(a, &As[place(lane % 16, k + lane / 16 * VECTOR)]);
            ldmatrix_x2(b, &Bs[place(lane % 8, k + lane / 8 % 2 * VECTOR)]);
            mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
        }
        __syncthreads(); // no lane reads the tiles any more
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

//@mutant added
// fails: R
// because: c + r without modulo 8: vectors run over into the next row.
//@1
const int vector = k / VECTOR + row % 8;
return row * BK + vector * VECTOR + k % VECTOR;
//@end

//@mutant four_rows
// fails: C ldmatrix_wavefronts
// because: Two bits of the row: rows 0 and 4 meet, two wavefronts for each matrix.
//@1
const int vector = (k / VECTOR) ^ (row % 4);
return row * BK + vector * VECTOR + k % VECTOR;
//@end

//@mutant padded
// fails: R
// because: Longer rows are step 4's cure: here they do not fit, and the last ones are outside.
//@1
return row * (BK + VECTOR) + k;
//@end

//@mutant row_over_eight
// fails: C ldmatrix_wavefronts
// because: The row's upper bit: the same for all 8 rows of a matrix, which stay together.
//@1
const int vector = (k / VECTOR) ^ (row / 8);
return row * BK + vector * VECTOR + k % VECTOR;
//@end

#endif
