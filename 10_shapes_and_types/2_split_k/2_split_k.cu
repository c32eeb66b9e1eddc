// SPDX-License-Identifier: MIT
//
// 2_split_k: K is cut into partitions, each computed like a product of a batch; their sums are
// added last.
//
// What changed: the A and B of a segment are a piece of the operands, columns of A and rows of B.
// Its sums go to a workspace that the caller manages, and a second launch adds them
// (partial_sums.h); or to C, in turns or by atomics.
//
// Why: a C of 128 x 128 has four tiles of 64 x 64, and an H200 has 132 SMs. But K is long.
//
// Expect: as many products as before, `partitions` times C written and read again, and the time of
// a short K.
#include "split_k.h"

#include "../../common/device/gemm/workspace.h"
#include "../../common/device/gemm/hierarchy/epilogue_store.h"
#include "../../common/device/gemm/hierarchy/pack_gemm.h"
#include "../parts/partial_sums.h"
#include "../../common/device/gemm/raster.h"
#include "../../common/device/gemm/hierarchy/segment.h"

struct split_work {
    struct hier_params p; // of the whole product
    struct k_cut cut;
    enum split_way way;
    struct partial_sums sums; // SPLIT_REDUCE
    int *turns;               // SPLIT_TURNS: for each tile, how many partitions are in C
};
#define WORK struct split_work

static __device__ __forceinline__ int work_count(const struct split_work *w)
{
    return w->p.tiles_m * w->p.tiles_n * w->cut.pieces;
}

#include "../../common/device/gemm/hierarchy/dealt.h"

// The part of an operand from `begin` along K, which is k long. k_major: K runs along the rows.
static __device__ __forceinline__ void cut_operand(struct gemm_operand *of, int begin, int k,
                                                   bool k_major)
{
    of->data = (const uint16_t *)of->data + (k_major ? begin : row_major(begin, 0, of->ld));
    if (k_major)
        of->cols = k;
    else
        of->rows = k;
}

// All tiles of the first partition come first. So blocks that run together share its columns of A
// and rows of B, and a block that waits for its turn waits for segments that began earlier.
static __device__ __forceinline__ struct segment
work_segment(const struct split_work *w, const struct span *at, struct copy_tiles t)
{
    const int tiles = w->p.tiles_m * w->p.tiles_n, piece = at->tile / tiles;
    const int begin = k_cut_begin(&w->cut, piece), k = k_cut_begin(&w->cut, piece + 1) - begin;
    const struct tile_place place =
        raster_tile(at->tile % tiles, w->p.panel, w->p.tiles_m, w->p.tiles_n);
    struct segment s = segment_of_tile(&w->p, place, t);
    s.product = piece;
    cut_operand(&s.A, begin, k, !t.trans_a);
    cut_operand(&s.B, begin, k, t.trans_b);
    s.k_tiles = s.end = k > 0 ? ceil_div(k, t.bk) : 1;
    return s;
}

// ---- Where a partition's sums go -----------------------------------------------------------------

// Stored directly from registers, because no thread reads them again in this launch.
static __device__ __forceinline__ void add_atomically(const struct hier_params *p,
                                                      const float acc[][4], int mmas_m, int mmas_n,
                                                      int warp_row, int warp_col)
{
    const int lane = (int)threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < mmas_m; i++)
#pragma unroll
        for (int j = 0; j < mmas_n; j++)
#pragma unroll
            for (int v = 0; v < 4; v++) {
                const int row = warp_row + i * MMA_M + v / 2 * 8 + lane / 4;
                const int col = warp_col + j * MMA_N + lane % 4 * 2 + v % 2;
                if (row < p->m && col < p->n)
                    atomicAdd(p->C + row_major(row, col, p->ldc),
                              p->alpha * acc[i * mmas_n + j][v]);
            }
}

// For all threads of the block, before and after it adds to a tile. One thread signals for the
// block, so that thread executes the fence between the barrier and the flag.
static __device__ __forceinline__ void wait_for_turn(int *turn, int piece)
{
    if (threadIdx.x == 0) {
        while (atomicAdd(turn, 0) != piece)
            ;
        __threadfence();
    }
    __syncthreads();
}

static __device__ __forceinline__ void hand_on(int *turn, int next)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(turn, next);
    }
}

// One function for all ways: it stores or adds the sums of a partition.
static __device__ __forceinline__ void work_store(const struct split_work *w, const struct span *at,
                                                  const struct segment *mine, float *rows,
                                                  const float acc[][4], int mmas_m, int mmas_n,
                                                  int warps)
{
    (void)warps;
    const struct hier_params *p = &w->p;
    const int piece = mine->product, tile = at->tile - piece * p->tiles_m * p->tiles_n;
    const bool alone = w->cut.pieces == 1, in_turn = w->way == SPLIT_TURNS && !alone;
    const bool apart = w->way == SPLIT_REDUCE && !alone;
    const struct epilogue e = {.alpha = apart ? 1 : p->alpha,
                               .beta = apart        ? 0
                                       : piece == 0 ? p->beta
                                                    : 1};
    if (w->way == SPLIT_ATOMIC) {
        add_atomically(p, acc, mmas_m, mmas_n, mine->row, mine->col);
        return;
    }
    if (in_turn)
        wait_for_turn(w->turns + tile, piece);
    store_through_shared(EPILOGUE_LINEAR, &e, rows, acc, mmas_m, mmas_n,
                         apart ? partial_sums_of(&w->sums, piece) : p->C,
                         apart ? w->sums.ld : p->ldc, p->m, apart ? w->sums.ld : p->n, mine->row,
                         mine->col, apart || p->vectors);
    if (in_turn)
        hand_on(w->turns + tile, piece + 1 < w->cut.pieces ? piece + 1 : 0);
}

#include "../parts/segment_kernels.h"

// ---- Launches ------------------------------------------------------------------------------------

// The atomic additions expect beta C in memory.
__global__ void __launch_bounds__(SPLIT_K_SCALE_THREADS)
    split_k_scale(int m, int n, float beta, float *C, int ldc)
{
    const int across = ceil_div(n, SPLIT_K_SCALE_THREADS);
    const int row = (int)blockIdx.x / across;
    const int col = (int)blockIdx.x % across * SPLIT_K_SCALE_THREADS + (int)threadIdx.x;
    if (row < m && col < n) {
        float *const c = C + row_major(row, col, ldc);
        *c = beta != 0 ? beta * *c : 0;
    }
}

void split_k_gemm(const struct gemm *g, const struct split *split, void *memory, size_t bytes)
{
    const struct gemm_problem *p = &g->problem;
    struct failure why;
    if (!split_k_check(p, split, memory, bytes, &why)) {
        fprintf(stderr, "split_k_gemm: %s\n", why.text);
        exit(EXIT_FAILURE);
    }
    if (p->m == 0 || p->n == 0)
        return;
    const struct hier_device device = hier_device();
    const struct split_plan plan = split_k_plan(&device, p, split);
    CUDA_CHECK(plan.configuration >= 0 ? cudaSuccess : cudaErrorInvalidConfiguration);
    const struct gemm taken = plan.async ? pack(g) : *g;
    const struct hier_plan tile = {.configuration = plan.configuration};
    const struct copy_tiles t =
        hier_plan_copies(&tile, plan.async ? COPY_ASYNC : COPY_STAGED_16, p->trans_a, p->trans_b);
    struct split_work work = {.p = hier_params(t, &taken), .cut = plan.cut, .way = plan.way};
    work.p.panel =
        raster_panel(t.bm, t.bn, work.p.tiles_m, segment_places(&device, plan.configuration));
    if (plan.way == SPLIT_REDUCE)
        work.sums = partial_sums(p->m, p->n, plan.cut.pieces, memory);
    if (plan.way == SPLIT_TURNS)
        work.turns = (int *)memory;
    if (plan.way == SPLIT_ATOMIC) {
        split_k_scale<<<p->m * ceil_div(p->n, SPLIT_K_SCALE_THREADS), SPLIT_K_SCALE_THREADS>>>(
            p->m, p->n, work.p.beta, (float *)g->C, p->ldc);
        CUDA_CHECK_LAUNCH();
    }
    segment_launch(plan.configuration, p->trans_a, p->trans_b, plan.async, plan.blocks, &work);
    if (plan.way == SPLIT_REDUCE && plan.cut.pieces > 1) {
        const struct epilogue e = {.alpha = work.p.alpha, .beta = work.p.beta};
        partial_sums_reduce(&work.sums, EPILOGUE_LINEAR, &e, (float *)g->C, p->ldc);
    }
}

static void with_kept_workspace(const struct gemm *g, enum split_way way)
{
    static char of_way[SPLIT_WAYS];
    const struct split split = {.way = way};
    if (g->problem.m == 0 || g->problem.n == 0)
        return;
    const size_t bytes = split_k_workspace(&g->problem, &split);
    split_k_gemm(g, &split, bytes > 0 ? workspace(&of_way[way], bytes) : NULL, bytes);
}

void hgemm_split_k(const struct gemm *g) { with_kept_workspace(g, SPLIT_REDUCE); }

void hgemm_split_k_turns(const struct gemm *g) { with_kept_workspace(g, SPLIT_TURNS); }

void hgemm_split_k_atomic(const struct gemm *g) { with_kept_workspace(g, SPLIT_ATOMIC); }
