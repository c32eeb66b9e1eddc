// SPDX-License-Identifier: MIT
//
// types_body.h: the kernels of 7_types for one type, and their launcher. It has no include guard:
// each type defines the following and includes the file.
//
//     TYPE                           the prefix of the kernels' names, which profilers show
//     number                         an element of C
//     scalar                         alpha and beta
//     lane_sums                      a lane's sums of 16 x 8 elements of C
//     multiply(sums, a, b)           one instruction, or several that do the same work
//     store(c, alpha, sums, v, beta)     *c = alpha * sum v + beta * *c
//     BITS                           of an element of A and B: selects the functions of
//                                    types_fragment.h
//     number2, number4               2 or 4 neighbouring elements of C, if BITS is 8
//     BLOCKS                         that must fit an SM, if not BLOCKS_PER_SM: of the kernels
//                                    that copy vectors
//
// It defines launch(). The rest is 6_warp_tile.
#define NAME_JOIN(type, name) type##_##name
#define NAME_OF(type, name) NAME_JOIN(type, name)
#define GEMM NAME_OF(TYPE, gemm) // what kernels get differs by type, so its name must differ, too

struct GEMM {
    int m, n, k;
    scalar alpha, beta;
    const element *A;
    const element *B;
    number *C;
    int lda, ldb, ldc;
    bool in_vectors; // rows of C are whole neighbours of one lane
};

#if BITS == 8
// Neighbours in a row of C, of which `inside` are inside: v and v + 1 of the sums of one
// instruction, or of two instructions alternately.
static __device__ __forceinline__ void store_row(const struct GEMM *g, number *c, int inside,
                                                 const lane_sums *sums, int v, int instructions)
{
    const int count = 2 * instructions;
    number row[4];
    if (g->in_vectors && g->beta != 0 && count == 2) {
        const number2 old = *(const number2 *)c;
        row[0] = old.x, row[1] = old.y;
    } else if (g->in_vectors && g->beta != 0) {
        const number4 old = *(const number4 *)c;
        row[0] = old.x, row[1] = old.y, row[2] = old.z, row[3] = old.w;
    }
#pragma unroll
    for (int x = 0; x < count; x++)
        if (g->in_vectors)
            store(&row[x], g->alpha, sums[x % instructions], v + x / instructions, g->beta);
        else if (x < inside)
            store(c + x, g->alpha, sums[x % instructions], v + x / instructions, g->beta);
    const number2 pair = {row[0], row[1]};
    const number4 quad = {row[0], row[1], row[2], row[3]};
    if (g->in_vectors && count == 2)
        *(number2 *)c = pair;
    else if (g->in_vectors)
        *(number4 *)c = quad;
}
#endif

// Next come the copies of the tiles that begin at p along K.
static __device__ __forceinline__ void copies_begin(struct tile_copy *a_tiles,
                                                    struct tile_copy *b_tiles, const struct GEMM *g,
                                                    int row0, int col0, int p, bool trans_a,
                                                    bool trans_b)
{
    if (trans_a)
        copy_begin_in(a_tiles, g->A, g->k, g->m, g->lda, p, row0);
    else
        copy_begin_in(a_tiles, g->A, g->m, g->k, g->lda, row0, p);
    if (trans_b)
        copy_begin_in(b_tiles, g->B, g->n, g->k, g->ldb, col0, p);
    else
        copy_begin_in(b_tiles, g->B, g->k, g->n, g->ldb, p, col0);
}

static __device__ __forceinline__ void c_tile(const struct GEMM *g, int row0, int col0,
                                              bool trans_a, bool trans_b, bool aligned)
{
    enum { SIZE = BITS / 8 };
    enum { WM = BM / WARPS_DOWN, WN = BN / WARPS_ACROSS };
    enum { TILES_M = WM / MMA_M, TILES_N = WN / MMA_N };
    __shared__ __align__(128) element As[BM * BK], Bs[BK * BN];
    const unsigned lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int row = warp / WARPS_ACROSS * WM, col = warp % WARPS_ACROSS * WN; // in the tile
    const bool works =
        row0 + row < g->m && col0 + col < g->n; // otherwise all of it is outside of C
    const int a_lane = a_of_lane(row, lane, trans_a);
    const int b_lane = b_of_lane(col, lane, trans_b);

    lane_sums acc[TILES_M][TILES_N] = {{{0}}};
    const enum copy_by by = aligned ? BY_CP_ASYNC : BY_ELEMENT;
    struct tile_copy a_tiles = {trans_a ? m_major() : k_major(BM), THREADS, SIZE, by, !trans_a};
    struct tile_copy b_tiles = {trans_b ? k_major(BN) : n_major(), THREADS, SIZE, by, trans_b};
    copies_begin(&a_tiles, &b_tiles, g, row0, col0, 0, trans_a, trans_b);
    const int k_tiles = ceil_div(g->k, BK);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        if (BITS == 64) { // begun anew: fewer registers are kept, and fewer spilled (NT 3% faster)
            copies_begin(&a_tiles, &b_tiles, g, row0, col0, k_tile * BK, trans_a, trans_b);
        }
        copy_next(As, &a_tiles);
        copy_next(Bs, &b_tiles);
        cp_async_wait_all();
        __syncthreads(); // both tiles are complete
        if (works)
#pragma unroll
            for (int p = 0; p < BK; p += SLICE) {
                operand a[TILES_M][4], b[TILES_N / 2][4];
                load_b(b, TILES_N / 2, Bs, b_lane, p, trans_b);
#pragma unroll
                for (int i = 0; i < TILES_M; i++) {
                    if (i % 2 == 0) // two at a time
                        load_a(a, i, 2, As, a_lane, p, trans_a);
#pragma unroll
                    for (int j = 0; j < TILES_N; j++)
                        multiply(acc[i][j], a[i], &b[j / 2][j % 2 * 2]);
                }
            }
        __syncthreads(); // no thread needs them any more
    }
    // What is stored together: for pairs of columns a lane has neighbours in two instructions'
    // sums.
    const int instructions = BITS == 8 && !trans_b ? 2 : 1, values = BITS == 8 ? 2 : 1;
#pragma unroll
    for (int i = 0; i < TILES_M; i++)
#pragma unroll
        for (int j = 0; j < TILES_N; j += instructions)
#pragma unroll
            for (int v = 0; v < 4; v += values) {
                const int o = tv_offset(mma_c_16x8(), lane, v);
                const int c_row = row0 + row + c_line(i, MMA_M, o % MMA_M, BITS == 8 && trans_a);
                const int c_col = col0 + col + c_line(j, MMA_N, o / MMA_M, instructions == 2);
                number *const c = &g->C[row_major(c_row, c_col, g->ldc)];
                if (c_row >= g->m || c_col >= g->n)
                    continue;
#if BITS == 8
                store_row(g, c, g->n - c_col, &acc[i][j], v, instructions);
#else
                store(c, g->alpha, acc[i][j], v, g->beta);
#endif
            }
}

static __device__ __forceinline__ void c_tiles(struct GEMM g, bool trans_a, bool trans_b,
                                               bool aligned)
{
    for (int down = blockIdx.y; down < ceil_div(g.m, BM); down += gridDim.y)
        for (int across = blockIdx.x; across < ceil_div(g.n, BN); across += gridDim.x)
            c_tile(&g, down * BM, across * BN, trans_a, trans_b, aligned);
}

#ifndef BLOCKS
#define BLOCKS BLOCKS_PER_SM
#endif

#define KERNEL(name, trans_a, trans_b, aligned) \
    static __global__ void __launch_bounds__(THREADS, aligned ? BLOCKS : BLOCKS_PER_SM) \
        NAME_OF(TYPE, name)(struct GEMM g) \
    { \
        c_tiles(g, trans_a, trans_b, aligned); \
    } \
    static void (*const name)(struct GEMM) = NAME_OF(TYPE, name);
KERNEL(nn_elements, false, false, false)
KERNEL(nn_vectors, false, false, true)
KERNEL(nt_elements, false, true, false)
KERNEL(nt_vectors, false, true, true)
KERNEL(tn_elements, true, false, false)
KERNEL(tn_vectors, true, false, true)
KERNEL(tt_elements, true, true, false)
KERNEL(tt_vectors, true, true, true)

static void launch(const struct gemm *gemm)
{
    enum { SIZE = BITS / 8 };
    static void (*const kernels[2][2][2])(struct GEMM) = {
        // [trans_a][trans_b][aligned]
        {{nn_elements, nn_vectors}, {nt_elements, nt_vectors}},
        {{tn_elements, tn_vectors}, {tt_elements, tt_vectors}}};
    const struct gemm_problem *p = &gemm->problem;
    const bool no_product = only_scales(p->alpha, p->k);
    if (p->m == 0 || p->n == 0)
        return;
    struct GEMM g = {.m = p->m, .n = p->n, .k = no_product ? 0 : p->k};
    g.alpha = (scalar)(no_product ? 0 : p->alpha), g.beta = (scalar)p->beta;
    g.A = (const element *)gemm->A, g.lda = p->lda;
    g.B = (const element *)gemm->B, g.ldb = p->ldb;
    g.C = (number *)gemm->C, g.ldc = p->ldc;
    const int neighbours = (p->trans_b ? 2 : 4) * (int)sizeof *g.C;
    g.in_vectors = BITS == 8 && rows_are_vectors(g.C, g.n, g.ldc, (int)sizeof *g.C, neighbours);
    const bool aligned = rows_are_vectors(g.A, p->trans_a ? g.m : g.k, g.lda, SIZE, VECTOR_BYTES) &&
                         rows_are_vectors(g.B, p->trans_b ? g.k : g.n, g.ldb, SIZE, VECTOR_BYTES);
    const dim3 grid(smaller(ceil_div(g.n, BN), TC_MAX_GRID),
                    smaller(ceil_div(g.m, BM), TC_MAX_GRID));
    kernels[p->trans_a][p->trans_b][aligned]<<<grid, THREADS>>>(g);
    CUDA_CHECK_LAUNCH();
}
