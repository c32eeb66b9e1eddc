// SPDX-License-Identifier: MIT
// title: Four stages in a circle
// lesson: README.md#3-n-stages-in-a-circle
// minutes: 20
// form: sgemm
// sizes: 48 32 100; 37 41 129; 16 16 1; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: At the start of turn t, which tiles have been committed, and which tile do you need?
//   How many tiles are later than that one?
// hint: Section 3, "How long to wait", and the picture: at each red mark count the blue bars
//   that continue. A diagnosis that says "before the asynchronous copy" means: the wait allows one
//   group too many in flight.
// hint: Prologue: tiles 0 to STAGES - 2, each into the stage of its number, each a group. In a
//   turn: wait_group(STAGES - 2), barrier, then tile t + STAGES - 1 into the stage that tile t -
//   1 had.
// why: Before turn t the groups of tiles 0 to t + STAGES - 2 are committed. Tile t is needed,
//   so the STAGES - 2 later groups may be in flight. After the end of K groups are committed too,
//   or the last turns would wait for too few. cp_async_wait_group(0) is also correct, but gives
//   every copy only one turn to arrive, and so wastes the additional stages.
//
// Four stages: while tile t is multiplied, the copies of t + 1, t + 2 and t + 3 may be in flight.
// Write the prologue, which starts the first copies, and the start of a turn: how long to wait,
// and which tile to copy to which stage. fetch_tile(stage, t) starts this thread's copies of tile
// t; tiles after the end of K are zeros. Graded: the result is right, and the emulated GPU reports
// no error.

#include "learn/exercise.h"
#include "08_cutlass_hierarchy/exercises/tiles.h"

enum { TILE = 16, STAGES = 4 };

struct stage {
    float As[TILE][TILE], Bs[TILE][TILE];
};

static __device__ void fetch_tile(struct stage *s, struct operand A, struct operand B, int t)
{
    const int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    const int row = (int)blockIdx.y * TILE + ty, col = (int)blockIdx.x * TILE + tx;
    fetch(&s->As[ty][tx], A, row, t * TILE + tx);
    fetch(&s->Bs[ty][tx], B, t * TILE + ty, col);
}

static __global__ void kernel(struct operand A, struct operand B, float alpha, float beta, float *C,
                              int ldc)
{
    __shared__ struct stage shared[STAGES];
    const int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    const int row = (int)blockIdx.y * TILE + ty, col = (int)blockIdx.x * TILE + tx;
    const int k_tiles = ceil_div(A.cols, TILE);
    float acc = 0;
    //@stub
    // TODO: a prologue that starts more than one tile's copies
    fetch_tile(&shared[0], A, B, 0);
    cp_async_commit_group();
    //@solution
    for (int t = 0; t < STAGES - 1; t++) {
        fetch_tile(&shared[t], A, B, t);
        cp_async_commit_group();
    }
    //@end
    for (int t = 0; t < k_tiles; t++) {
        //@stub
        // TODO: wait for tile t, and start the copies of a later one
        cp_async_wait_group(0);
        __syncthreads();
        //@solution
        cp_async_wait_group(STAGES - 2); // tile t is here; the later ones may still be in flight
        __syncthreads(); // the other threads' copies, too; no thread needs tile t - 1
        fetch_tile(&shared[(t + STAGES - 1) % STAGES], A, B, t + STAGES - 1);
        cp_async_commit_group();
        //@end
        const struct stage *s = &shared[t % STAGES];
        for (int p = 0; p < TILE; p++)
            acc += s->As[ty][p] * s->Bs[p][tx];
    }
    if (row < A.rows && col < B.cols)
        store_scaled(C + row_major(row, col, ldc), alpha, acc, beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 grid((unsigned)ceil_div(n, TILE), (unsigned)ceil_div(m, TILE)), block(TILE, TILE);
    const struct operand a = {A, m, k, lda}, b = {B, k, n, ldb};
    kernel<<<grid, block>>>(a, b, alpha, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant fetch_above_barrier
// fails: D
// because: a fast warp fills the stage of tile t - 1 while other warps still read it
//@2
        cp_async_wait_group(STAGES - 2);
        fetch_tile(&shared[(t + STAGES - 1) % STAGES], A, B, t + STAGES - 1);
        cp_async_commit_group();
        __syncthreads();
//@end

//@mutant no_empty_groups
// fails: R, D
// because: no group after the end of K: the last iterations count one group too few
//@2
        cp_async_wait_group(STAGES - 2);
        __syncthreads();
        if (t + STAGES - 1 < k_tiles) {
            fetch_tile(&shared[(t + STAGES - 1) % STAGES], A, B, t + STAGES - 1);
            cp_async_commit_group();
        }
//@end

//@mutant one_group_for_all
// fails: R, D
// because: the whole prologue is one group, and the turns count it as three
//@1
    for (int t = 0; t < STAGES - 1; t++)
        fetch_tile(&shared[t], A, B, t);
    cp_async_commit_group();
//@end

//@mutant one_tile_ahead
// fails: R
// because: tile t + STAGES instead of tile t + STAGES - 1: one tile is left out
//@2
        cp_async_wait_group(STAGES - 2);
        __syncthreads();
        fetch_tile(&shared[(t + STAGES - 1) % STAGES], A, B, t + STAGES);
        cp_async_commit_group();
//@end

//@mutant one_too_many_late
// fails: R, D
// because: STAGES - 1 groups may be late: tile t is one of them
//@2
        cp_async_wait_group(STAGES - 1);
        __syncthreads();
        fetch_tile(&shared[(t + STAGES - 1) % STAGES], A, B, t + STAGES - 1);
        cp_async_commit_group();
//@end

//@mutant stage_in_use
// fails: R, D
// because: the next tile goes to the stage of tile t, which is being read
//@2
        cp_async_wait_group(STAGES - 2);
        __syncthreads();
        fetch_tile(&shared[t % STAGES], A, B, t + STAGES - 1);
        cp_async_commit_group();
//@end

#endif
