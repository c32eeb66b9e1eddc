// SPDX-License-Identifier: MIT
// title: Two ways to shared memory
// lesson: README.md#3-four-warps-one-instruction
// minutes: 15
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 64 64 64; 37 41 29; 33 100 130; 1 1 1; ? ? ?
// check: R
// check: D
// stub: D
// hint: Which threads write the tiles here, and what reads them? Through which proxy does each of
//   them access shared memory?
// hint: The diagnosis says: let each thread that wrote execute fence.proxy.async, then a barrier of
//   all of them. Why in this order, and why each thread?
// hint: After the copies: fence_proxy_async(); __syncthreads(); both by all threads.
// why: Threads store through the generic proxy. wgmma reads through the asynchronous proxy, which
//   does not see those stores until the thread that made them has fenced. The barrier comes after
//   the fence: then every thread knows that all other threads have fenced. A fence after the
//   barrier covers only its own thread's stores, and may be late. A fence by one thread does not
//   cover the other threads' stores. On a GPU the result is usually right nevertheless, so this
//   mistake is hard to find.
//
// The threads of a warpgroup copy the tiles themselves, element by element, to the places where TMA
// would write them. Then wgmma multiplies. Something is missing between the two. The numbers are
// already right. Required: no diagnosis of the emulated GPU, so that the result does not depend on
// luck.

#include "learn/exercise.h"
#include "09_hopper/exercises/tiles.h"

// Copies the rows of an operand from `row` on, 64 of k from k0 on, swizzled; zeros outside.
static __device__ __forceinline__ void copy(unsigned char *tile, const void *data, int rows, int k,
                                            int ld, int row, int k0)
{
    for (int i = (int)threadIdx.x; i < BM * BK; i += WARPGROUP) {
        const int r = i / BK, c = i % BK;
        const bool inside = row + r < rows && k0 + c < k;
        const uint16_t value =
            inside ? ((const uint16_t *)data)[row_major(row + r, k0 + c, ld)] : (uint16_t)0;
        //@stub
        *(uint16_t *)(tile + r * ROW + (2 * c ^ r % 8 * 16)) = value;
        //@solution
        *(uint16_t *)(tile + r * ROW + (2 * c ^ r % 8 * 16)) = value;
        //@end
    }
}

static __global__ void kernel(struct problem p, const void *A, int lda, const void *B, int ldb,
                              int k)
{
    __shared__ __align__(1024) struct tiles s;
    const int row = (int)blockIdx.y * BM, col = (int)blockIdx.x * BN;
    float acc[BN / 2];
    for (int t = 0; t < p.k_tiles; t++) {
        copy(s.A, A, p.m, k, lda, row, t * BK);
        copy(s.B, B, p.n, k, ldb, col, t * BK);
        //@stub
        // TODO: something is missing
        __syncthreads();
        //@solution
        fence_proxy_async();
        __syncthreads();
        //@end
        multiply(acc, &s, t > 0);
        wgmma_wait_group(0);
        __syncthreads(); // no warp reads the tiles any longer
    }
    store_c(&p, acc, row, col, (int)threadIdx.x);
}

void exercise(const struct gemm *g)
{
    const struct gemm_problem *q = &g->problem;
    const struct problem p = {.C = (float *)g->C,
                              .m = q->m,
                              .n = q->n,
                              .ldc = q->ldc,
                              .k_tiles = ceil_div(q->k, BK),
                              .alpha = (float)q->alpha,
                              .beta = (float)q->beta};
    kernel<<<grid_of(&p), WARPGROUP>>>(p, g->A, q->lda, g->B, q->ldb, q->k);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant behind_the_barrier
// fails: D
// because: a fast thread starts the product before the other threads have fenced
//@2
        __syncthreads();
        fence_proxy_async();
//@end

//@mutant by_one_thread
// fails: D
// because: thread 0 has fenced what thread 0 stored
//@2
        __syncthreads();
        if (threadIdx.x == 0)
            fence_proxy_async();
        __syncthreads();
//@end

//@mutant not_swizzled
// fails: R
// because: the layout of the tile exchanges vectors, so the copy must exchange them
//@1
        *(uint16_t *)(tile + r * ROW + 2 * c) = value;
//@end

//@mutant of_memory
// fails: D
// because: __threadfence() orders what threads see, not what wgmma does
//@2
        __threadfence();
        __syncthreads();
//@end

//@mutant swizzled_by_four
// fails: R
// because: eight rows, and not four, are one repetition
//@1
        *(uint16_t *)(tile + r * ROW + (2 * c ^ r % 4 * 16)) = value;
//@end

#endif
