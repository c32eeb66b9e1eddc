// SPDX-License-Identifier: MIT
// title: The last store
// lesson: README.md#10-tma-stores-c
// minutes: 20
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 64 64 64; 72 40 72; 33 100 200; 1 4 8
// scales: 1 0; 2 0; -0.5 0
// gaps: 0 0 0; 8 16 4
// check: R
// check: D
// stub: R, D
// hint: A store by TMA reads shared memory some time after it was started. What must not happen to
//   that memory before it has finished? And what happens to it when the block exits?
// hint: Three waits are needed, each for its own reason: the store must see what threads wrote; no
//   thread may write to the slice while it is being read; the block must not exit before that.
// hint: After writing: fence_proxy_async() by all, barrier, then thread 0: tma_store_2d(),
//   bulk_commit_group(). Before the slice is written again: bulk_wait_group_read(0) by thread 0,
//   barrier. At the end: bulk_wait_group(0) by thread 0.
// why: The store is asynchronous: it reads the slice at any later time. Only the thread that
//   started it can wait for it, so the other threads need a barrier after that wait before they
//   write to the slice again. A wait with .read is enough for this: shared memory is free, even if
//   C has not changed yet. At the end the block must wait; otherwise its shared memory goes to
//   another block while the store still reads it.
//
// C = alpha A B^T, 64 x 64 by a warpgroup, is stored through shared memory: two slices of 64 x 32,
// one after the other through one buffer, stored by TMA. put() writes this thread's part of a
// slice. Write the fences, barriers and waits around it. Required: the right result, and no
// diagnosis of the emulated GPU.

#include "learn/exercise.h"
#include "09_hopper/exercises/tiles.h"

enum { COLS = ROW / 4, SLICE = BM * ROW };

// Writes 32 columns of this thread's sums, swizzled as the map of C says.
static __device__ __forceinline__ void put(unsigned char *slice, const float *acc, float alpha)
{
    const int thread = (int)threadIdx.x;
    const int row = thread / 32 * 16 + thread % 32 / 4, col = thread % 4 * 2;
#pragma unroll
    for (int i = 0; i < COLS / 2; i++) {
        const int r = row + i / 2 % 2 * 8, c = col + i / 4 * 8 + i % 2;
        *(float *)(slice + r * ROW + (4 * c ^ r % 8 * 16)) = alpha * acc[i];
    }
}

static __global__ void kernel(const __grid_constant__ struct problem p)
{
    __shared__ __align__(1024) struct tiles s;
    __shared__ __align__(1024) unsigned char slice[SLICE];
    __shared__ __align__(8) uint64_t full;
    const int row = (int)blockIdx.y * BM, col = (int)blockIdx.x * BN;
    float acc[BN / 2];
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
    }
    __syncthreads();
    for (int t = 0; t < p.k_tiles; t++) {
        if (threadIdx.x == 0) {
            mbarrier_arrive_expect_tx(&full, sizeof s);
            tma_load_2d(s.A, &p.a, &full, t * BK, row);
            tma_load_2d(s.B, &p.b, &full, t * BK, col);
        }
        mbarrier_wait_parity(&full, t % 2);
        multiply(acc, &s, t > 0);
        wgmma_wait_group(0);
        __syncthreads(); // no warp reads the tiles any longer
    }
#pragma unroll
    for (int half = 0; half < 2; half++) {
        //@stub
        //@solution
        if (threadIdx.x == 0)
            bulk_wait_group_read(0); // the previous store has read the slice
        __syncthreads();             // and now all threads know it
        //@end
        put(slice, &acc[half * COLS / 2], p.alpha);
        //@stub
        // TODO: what must happen before thread 0 may store?
        if (threadIdx.x == 0)
            tma_store_2d(&p.c, slice, col + half * COLS, row);
        //@solution
        fence_proxy_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            tma_store_2d(&p.c, slice, col + half * COLS, row);
            bulk_commit_group();
        }
        //@end
    }
    //@stub
    //@solution
    if (threadIdx.x == 0)
        bulk_wait_group(0);
    //@end
}

void exercise(const struct gemm *g)
{
    const struct gemm_problem *q = &g->problem;
    struct problem p = problem_of(g);
    p.c = map_of(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, g->C, q->m, q->n, q->ldc, BM);
    kernel<<<grid_of(&p), WARPGROUP>>>(p);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant fenced_by_who_stores
// fails: D
// because: each thread fences what it wrote itself
//@2
        __syncthreads();
        if (threadIdx.x == 0) {
            fence_proxy_async();
            tma_store_2d(&p.c, slice, col + half * COLS, row);
            bulk_commit_group();
        }
//@end

//@mutant leaves_at_once
// fails: R, D
// because: the block ends while its last store is in flight
//@3
//@end

//@mutant not_committed
// fails: R, D
// because: a wait counts groups: without a commit the store is in no group
//@2
        fence_proxy_async();
        __syncthreads();
        if (threadIdx.x == 0)
            tma_store_2d(&p.c, slice, col + half * COLS, row);
//@end

//@mutant not_fenced
// fails: D
// because: the store may not see what threads wrote, although it usually does
//@from
        fence_proxy_async();
//@to
//@end

//@mutant same_columns
// fails: R
// because: both slices go to the first 32 columns
//@from
            tma_store_2d(&p.c, slice, col + half * COLS, row);
//@to
            tma_store_2d(&p.c, slice, col, row);
//@end

//@mutant waits_alone
// fails: R, D
// because: thread 0 has waited; the other threads write to the slice too early
//@1
        if (threadIdx.x == 0)
            bulk_wait_group_read(0);
//@end

#endif
