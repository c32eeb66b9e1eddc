// SPDX-License-Identifier: MIT
// title: A wave that is nearly square
// lesson: README.md#5-an-order-of-blocks-for-l2
// minutes: 15
// form: sgemm
// sizes: 128 128 40; 44 250 13; 64 128 ?; 32 512 8
// check: R
// check: C global_load_requests <= 2 * ceil(m, 32) * ceil(n, 32) * (10 * ceil(k, 8) + 16)
// stub: C global_load_requests
// hint: Sixteen neighbouring numbers are a wave. How many rows and columns of tiles do they
//   touch, row by row, and at best?
// hint: Section 5, the picture of the first wave. `global_load_requests` counts two for each
//   row or column of tiles that a wave touches, in each step along K.
// hint: A panel is PANEL rows of tiles, so it has PANEL * tiles_n numbers. Inside it, go down
//   first: row first + rest % height, column rest / height. The last panel may be lower than PANEL.
// why: A wave of 4 x 4 tiles needs 4 rows and 4 columns of tiles, a wave of 1 x 16 needs 17: 8
//   pieces instead of 17 for the same work. On a GPU, L2 keeps what a wave shares, and DRAM
//   delivers it; here shared memory plays the part of L2, so that the requests can be counted.
//
// In which order do blocks take the tiles of C? Here 16 warps with neighbouring numbers are a
// wave, and each computes a tile of 8 x 8. Data that several of them need is loaded once. Write
// raster(): it turns a tile's number into its place, such that a wave needs as little as possible.
// Every tile must come exactly once. Graded: the result, and the requests to global memory.

#include "learn/exercise.h"
#include "08_cutlass_hierarchy/exercises/tiles.h"

enum { TILE = 8, WAVE = 16, PANEL = 4 };

struct place {
    int row, col; // of a tile, in tiles
};

static __device__ struct place raster(int number, int tiles_m, int tiles_n)
{
    //@stub
    // TODO: this is row by row, and a wave is 1 x 16 tiles
    (void)tiles_m;
    const struct place place = {number / tiles_n, number % tiles_n};
    //@solution
    const int first = number / (PANEL * tiles_n) * PANEL, rest = number % (PANEL * tiles_n);
    const int height = smaller(PANEL, tiles_m - first); // the last panel may be lower
    const struct place place = {first + rest % height, rest / height};
    //@end
    return place;
}

// A piece of TILE x TILE elements, by one warp.
static __device__ void load(float *to, struct operand x, int row, int col)
{
    for (int e = (int)threadIdx.x % 32; e < TILE * TILE; e += 32) {
        const int i = row + e / TILE, j = col + e % TILE;
        to[e] = is_inside(x, i, j) ? ((const float *)x.data)[row_major(i, j, x.ld)] : 0;
    }
}

static __global__ void kernel(struct operand A, struct operand B, float alpha, float beta, float *C,
                              int ldc)
{
    __shared__ float As[WAVE][TILE * TILE], Bs[WAVE][TILE * TILE];
    const int tiles_m = ceil_div(A.rows, TILE), tiles_n = ceil_div(B.cols, TILE);
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    const int first = (int)blockIdx.x * WAVE;
    const bool active = first + warp < tiles_m * tiles_n;
    const struct place mine = raster(first + warp, tiles_m, tiles_n);
    int a = 0, b = 0; // the first warps of the wave that need this row, this column of tiles
    while (a < warp && raster(first + a, tiles_m, tiles_n).row != mine.row)
        a++;
    while (b < warp && raster(first + b, tiles_m, tiles_n).col != mine.col)
        b++;
    float acc[2] = {0}; // rows lane / 8 and lane / 8 + 4, column lane % 8
    for (int k = 0; k < A.cols; k += TILE) {
        __syncthreads();
        if (active && a == warp)
            load(As[warp], A, mine.row * TILE, k);
        if (active && b == warp)
            load(Bs[warp], B, k, mine.col * TILE);
        __syncthreads();
        for (int p = 0; p < TILE && active; p++)
            for (int i = 0; i < 2; i++)
                acc[i] += As[a][(lane / 8 + 4 * i) * TILE + p] * Bs[b][p * TILE + lane % 8];
    }
    for (int i = 0; i < 2 && active; i++) {
        const int row = mine.row * TILE + lane / 8 + 4 * i, col = mine.col * TILE + lane % 8;
        if (row < A.rows && col < B.cols)
            store_scaled(C + row_major(row, col, ldc), alpha, acc[i], beta);
    }
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const struct operand a = {A, m, k, lda}, b = {B, k, n, ldb};
    kernel<<<ceil_div(ceil_div(m, TILE) * ceil_div(n, TILE), WAVE), WAVE * 32>>>(a, b, alpha, beta,
                                                                                 C, ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant along_the_panel
// fails: C global_load_requests
// because: panels, but in each of them row by row: a wave is a row again
//@1
    const int first = number / (PANEL * tiles_n) * PANEL, rest = number % (PANEL * tiles_n);
    (void)tiles_m;
    const struct place place = {first + rest / tiles_n, rest % tiles_n};
//@end

//@mutant back_and_forth
// fails: C global_load_requests
// because: every second row from right to left: only at the turn is anything shared
//@1
    const int row = number / tiles_n, col = number % tiles_n;
    (void)tiles_m;
    const struct place place = {row, row % 2 == 0 ? col : tiles_n - 1 - col};
//@end

//@mutant by_columns
// fails: C global_load_requests
// because: column by column gives a wave that is as long as row by row
//@1
    const struct place place = {number % tiles_m, number / tiles_m};
//@end

//@mutant high_last_panel
// fails: R
// because: the last panel may be lower; if it is treated as full, it contains tiles below C
//@1
    const int first = number / (PANEL * tiles_n) * PANEL, rest = number % (PANEL * tiles_n);
    (void)tiles_m;
    const struct place place = {first + rest % PANEL, rest / PANEL};
//@end

//@mutant rows_of_a_square
// fails: R
// because: a panel has PANEL * tiles_n tiles, not PANEL * PANEL
//@1
    const int first = number / (PANEL * PANEL) * PANEL, rest = number % (PANEL * PANEL);
    (void)tiles_m, (void)tiles_n;
    const struct place place = {first + rest % PANEL, rest / PANEL};
//@end

#endif
