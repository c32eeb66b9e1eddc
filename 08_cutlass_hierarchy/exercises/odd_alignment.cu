// SPDX-License-Identifier: MIT
// title: Rows that begin anywhere
// lesson: README.md#7-any-shape-and-any-alignment-by-predicates
// minutes: 15
// form: gemm
// types: f16 f32
// transposes: NN
// sizes: 64 64 128; 37 41 29; 16 16 1; ? ? ?
// check: R
// check: C global_load_sectors <= ceil(m, 32) * ceil(n, 32) * (700 * ceil(k, 64) + 500)
// stub: C global_load_sectors
// hint: In one iteration of the inner loop each lane loads two bytes. How far apart are the bytes
//   of neighbouring lanes, and how many 32-byte sectors is that?
// hint: Section 7, "Unaligned rows". 32 neighbours of two bytes are two sectors, or three if
//   they begin in the middle of one. `global_load_sectors` / `global_load_requests` shows what you
//   have.
// hint: for (e = threadIdx.x; e < rows * cols; e += THREADS): element e is row e / cols, column
//   e % cols, so neighbouring threads take neighbours.
// why: A row that begins at an odd element cannot be copied in vectors, because 16 bytes must
//   begin at a multiple of 16. But the 32 lanes of a request can load 32 neighbours of two bytes
//   each. A lane that reads its own vector in eight loads fetches the same sector eight times.
//
// A is f16 with any leading dimension, so a vector of 16 bytes may begin at an odd element, and a
// thread cannot load it at once. The code below loads it element by element, and fetches each
// sector eight times. Let the threads share the tile in another way. Graded: the result, and the
// number of sectors that are loaded.

#include "learn/exercise.h"
#include "08_cutlass_hierarchy/exercises/tiles.h"

enum { BM = 32, BN = 32, BK = 64, THREADS = 128, VECTOR = 8, PAD = 8 };

// The tile of x that begins at (row, col), to shared memory with rows of cols + PAD elements.
static __device__ void copy_tile(uint16_t *to, int rows, int cols, struct operand x, int row,
                                 int col)
{
    //@stub
    // TODO: a thread has a vector of eight neighbours, and its neighbour has the next eight
    for (int v = (int)threadIdx.x; v < rows * cols / VECTOR; v += THREADS) {
        const int i = v / (cols / VECTOR), j = v % (cols / VECTOR) * VECTOR;
        for (int e = 0; e < VECTOR; e++)
            to[i * (cols + PAD) + j + e] = element_f16(x, row + i, col + j + e);
    }
    //@solution
    for (int e = (int)threadIdx.x; e < rows * cols; e += THREADS)
        to[e / cols * (cols + PAD) + e % cols] = element_f16(x, row + e / cols, col + e % cols);
    //@end
}

static __global__ void kernel(struct operand A, struct operand B, float alpha, float beta, float *C,
                              int ldc)
{
    __shared__ __align__(16) uint16_t As[BM][BK + PAD], Bs[BK][BN + PAD];
    const int row = (int)blockIdx.y * BM, col = (int)blockIdx.x * BN;
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    const int warp_row = warp / 2 * 16, warp_col = warp % 2 * 16; // in the tile
    float acc[2][4] = {{0}};
    for (int k = 0; k < A.cols; k += BK) {
        __syncthreads();
        copy_tile(As[0], BM, BK, A, row, k);
        copy_tile(Bs[0], BK, BN, B, k, col);
        __syncthreads();
        for (int p = 0; p < BK; p += 16) {
            uint32_t a[4], b[4];
            ldmatrix_x4(a, &As[warp_row + lane % 16][p + lane / 16 * 8]);
            ldmatrix_x4_trans(b, &Bs[p + lane % 16][warp_col + lane / 16 * 8]);
            mma_m16n8k16_f32_f16_f16_f32(acc[0], a, b, acc[0]);
            mma_m16n8k16_f32_f16_f16_f32(acc[1], a, b + 2, acc[1]);
        }
    }
    for (int j = 0; j < 2; j++)
        store_fragment(C, ldc, A.rows, B.cols, row + warp_row, col + warp_col + j * 8, alpha,
                       acc[j], beta);
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

//@mutant a_piece_for_each_thread
// fails: C global_load_sectors
// because: each thread has a piece of the tile for itself, as a CPU would share it
//@1
    const int piece = rows * cols / THREADS, first = (int)threadIdx.x * piece;
    for (int e = first; e < first + piece; e++)
        to[e / cols * (cols + PAD) + e % cols] = element_f16(x, row + e / cols, col + e % cols);
//@end

//@mutant down_the_columns
// fails: C global_load_sectors
// because: neighbouring threads take a column: every lane needs a separate sector
//@1
    for (int e = (int)threadIdx.x; e < rows * cols; e += THREADS)
        to[e % rows * (cols + PAD) + e / rows] = element_f16(x, row + e % rows, col + e / rows);
//@end

//@mutant rounds_left_out
// fails: R
// because: THREADS elements in each round, and two rounds too few
//@1
    for (int e = (int)threadIdx.x; e < rows * cols - 2 * THREADS; e += THREADS)
        to[e / cols * (cols + PAD) + e % cols] = element_f16(x, row + e / cols, col + e % cols);
//@end

//@mutant vectors_all_the_same
// fails: R
// because: 16 bytes at an odd element are misaligned: the kernel is stopped
//@1
    for (int v = (int)threadIdx.x; v < rows * cols / VECTOR; v += THREADS) {
        const int i = v / (cols / VECTOR), j = v % (cols / VECTOR) * VECTOR;
        uint4 vector = make_uint4(0, 0, 0, 0);
        if (is_inside(x, row + i, col + j))
            vector = *(const uint4 *)((const uint16_t *)x.data + row_major(row + i, col + j, x.ld));
        *(uint4 *)(to + i * (cols + PAD) + j) = vector;
    }
//@end

#endif
