// SPDX-License-Identifier: MIT
//
// types_body.h: the kernels of 7_types for one type, and their launcher. It has no include guard:
// each type defines the following and includes the file.
//
//     TYPE                                    the launcher's name, and the prefix of the other
//     names TYPE_number                             an element of C TYPE_scalar alpha and beta
//     TYPE_sums                               a lane's sums of 16 x 8 elements of C
//     TYPE_multiply(sums, a, b)               one instruction, or several that do the same work
//     TYPE_store(c, alpha, sums, v, beta)     *c = alpha * sum v + beta * *c
//     BITS                                    of an element of A and B: selects the functions of
//                                             types_fragment.h
//     TYPE_two, TYPE_four                     2 or 4 neighbouring elements of C, if BITS is 8
//     BLOCKS                                  that must fit an SM, if not BLOCKS_PER_SM: of
//                                             the kernels that copy vectors
//
// The rest is 6_warp_tile.
#define NAME_JOIN(type, name) type##name
#define NAME_OF(type, name) NAME_JOIN(type, name)
#define NAME(name) NAME_OF(TYPE, name)
#define OF_BITS(name) NAME_OF(name, BITS)

typedef OF_BITS(element_) NAME(_element);

struct NAME(_gemm) {
    int m, n, k;
    NAME(_scalar) alpha, beta;
    const NAME(_element) * A;
    const NAME(_element) * B;
    NAME(_number) * C;
    int lda, ldb, ldc;
    bool in_vectors; // rows of C are whole neighbours of one lane
};

#if BITS == 8
// Neighbours in a row of C, of which `inside` are inside: v and v + 1 of the sums of one
// instruction, or of two instructions alternately.
static __device__ __forceinline__ void NAME(_store_row)(const struct NAME(_gemm) * g,
                                                        NAME(_number) * c, int inside,
                                                        const NAME(_sums) * sums, int v,
                                                        int instructions)
{
    const int count = 2 * instructions;
    NAME(_number) row[4];
    if (g->in_vectors && g->beta != 0 && count == 2) {
        const NAME(_two) old = *(const NAME(_two) *)c;
        row[0] = old.x, row[1] = old.y;
    } else if (g->in_vectors && g->beta != 0) {
        const NAME(_four) old = *(const NAME(_four) *)c;
        row[0] = old.x, row[1] = old.y, row[2] = old.z, row[3] = old.w;
    }
#pragma unroll
    for (int x = 0; x < count; x++)
        if (g->in_vectors)
            NAME(_store)(&row[x], g->alpha, sums[x % instructions], v + x / instructions, g->beta);
        else if (x < inside)
            NAME(_store)(c + x, g->alpha, sums[x % instructions], v + x / instructions, g->beta);
    const NAME(_two) two = {row[0], row[1]};
    const NAME(_four) four = {row[0], row[1], row[2], row[3]};
    if (g->in_vectors && count == 2)
        *(NAME(_two) *)c = two;
    else if (g->in_vectors)
        *(NAME(_four) *)c = four;
}
#endif

// Next come the copies of the tiles that begin at p along K.
static __device__ __forceinline__ void NAME(_copies_begin)(struct tile_copy *a_tiles,
                                                           struct tile_copy *b_tiles,
                                                           const struct NAME(_gemm) * g, int row0,
                                                           int col0, int p, bool trans_a,
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

static __device__ __forceinline__ void NAME(_c_tile)(const struct NAME(_gemm) * g, int row0,
                                                     int col0, bool trans_a, bool trans_b,
                                                     bool aligned)
{
    enum { SIZE = BITS / 8, BK = TYPES_ROW / SIZE };
    enum { BM = OF_BITS(TYPES_BM_), BN = TYPES_BN };
    enum { WM = BM / WARPS_DOWN, WN = BN / WARPS_ACROSS };
    enum { TILES_M = WM / MMA_M, TILES_N = WN / MMA_N };
    __shared__ __align__(128) NAME(_element) As[BM * BK], Bs[BK * BN];
    const unsigned lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int row = warp / WARPS_ACROSS * WM, col = warp % WARPS_ACROSS * WN; // in the tile
    const bool works =
        row0 + row < g->m && col0 + col < g->n; // otherwise all of it is outside of C
    const int a_lane = OF_BITS(a_of_lane_)(row, lane, trans_a);
    const int b_lane = OF_BITS(b_of_lane_)(col, lane, trans_b);

    NAME(_sums) acc[TILES_M][TILES_N] = {{{0}}};
    const enum copy_by by = aligned ? BY_CP_ASYNC : BY_ELEMENT;
    struct tile_copy a_tiles = {trans_a ? OF_BITS(m_major_)() : OF_BITS(k_major_)(BM), THREADS,
                                SIZE, by, !trans_a};
    struct tile_copy b_tiles = {trans_b ? OF_BITS(k_major_)(BN) : OF_BITS(n_major_)(), THREADS,
                                SIZE, by, trans_b};
    NAME(_copies_begin)(&a_tiles, &b_tiles, g, row0, col0, 0, trans_a, trans_b);
    const int k_tiles = ceil_div(g->k, BK);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        if (BITS == 64) { // begun anew: fewer registers are kept, and fewer spilled (NT 3% faster)
            NAME(_copies_begin)(&a_tiles, &b_tiles, g, row0, col0, k_tile * BK, trans_a, trans_b);
        }
        copy_next(As, &a_tiles);
        copy_next(Bs, &b_tiles);
        cp_async_wait_all();
        __syncthreads(); // both tiles are complete
        if (works)
#pragma unroll
            for (int p = 0; p < BK; p += OF_BITS(slice_)) {
                OF_BITS(operand_) a[TILES_M][4], b[TILES_N / 2][4];
                OF_BITS(load_b_)(b, TILES_N / 2, Bs, b_lane, p, trans_b);
#pragma unroll
                for (int i = 0; i < TILES_M; i++) {
                    if (i % 2 == 0) // two at a time
                        OF_BITS(load_a_)(a, i, 2, As, a_lane, p, trans_a);
#pragma unroll
                    for (int j = 0; j < TILES_N; j++)
                        NAME(_multiply)(acc[i][j], a[i], &b[j / 2][j % 2 * 2]);
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
                NAME(_number) *const c = &g->C[row_major(c_row, c_col, g->ldc)];
                if (c_row >= g->m || c_col >= g->n)
                    continue;
#if BITS == 8
                NAME(_store_row)(g, c, g->n - c_col, &acc[i][j], v, instructions);
#else
                NAME(_store)(c, g->alpha, acc[i][j], v, g->beta);
#endif
            }
}

static __device__ __forceinline__ void NAME(_c_tiles)(struct NAME(_gemm) g, bool trans_a,
                                                      bool trans_b, bool aligned)
{
    enum { BM = OF_BITS(TYPES_BM_), BN = TYPES_BN };
    for (int down = blockIdx.y; down < ceil_div(g.m, BM); down += gridDim.y)
        for (int across = blockIdx.x; across < ceil_div(g.n, BN); across += gridDim.x)
            NAME(_c_tile)(&g, down * BM, across * BN, trans_a, trans_b, aligned);
}

#ifndef BLOCKS
#define BLOCKS BLOCKS_PER_SM
#endif

#define TYPE_KERNEL(name, trans_a, trans_b, aligned) \
    static __global__ void __launch_bounds__(THREADS, aligned ? BLOCKS : BLOCKS_PER_SM) \
        NAME(name)(struct NAME(_gemm) g) \
    { \
        NAME(_c_tiles)(g, trans_a, trans_b, aligned); \
    }
TYPE_KERNEL(_nn_elements, false, false, false)
TYPE_KERNEL(_nn_vectors, false, false, true)
TYPE_KERNEL(_nt_elements, false, true, false)
TYPE_KERNEL(_nt_vectors, false, true, true)
TYPE_KERNEL(_tn_elements, true, false, false)
TYPE_KERNEL(_tn_vectors, true, false, true)
TYPE_KERNEL(_tt_elements, true, true, false)
TYPE_KERNEL(_tt_vectors, true, true, true)

void TYPE(const struct gemm *gemm)
{
    enum { SIZE = BITS / 8, BM = OF_BITS(TYPES_BM_), BN = TYPES_BN };
    static void (*const kernels[2][2][2])(struct NAME(_gemm)) = {
        // [trans_a][trans_b][aligned]
        {{NAME(_nn_elements), NAME(_nn_vectors)}, {NAME(_nt_elements), NAME(_nt_vectors)}},
        {{NAME(_tn_elements), NAME(_tn_vectors)}, {NAME(_tt_elements), NAME(_tt_vectors)}}};
    const struct gemm_problem *p = &gemm->problem;
    const bool no_product = only_scales(p->alpha, p->k);
    if (p->m == 0 || p->n == 0)
        return;
    struct NAME(_gemm) g = {.m = p->m, .n = p->n, .k = no_product ? 0 : p->k};
    g.alpha = (NAME(_scalar))(no_product ? 0 : p->alpha), g.beta = (NAME(_scalar))p->beta;
    g.A = (const NAME(_element) *)gemm->A, g.lda = p->lda;
    g.B = (const NAME(_element) *)gemm->B, g.ldb = p->ldb;
    g.C = (NAME(_number) *)gemm->C, g.ldc = p->ldc;
    const int neighbours = (p->trans_b ? 2 : 4) * (int)sizeof *g.C;
    g.in_vectors = BITS == 8 && rows_are_vectors(g.C, g.n, g.ldc, (int)sizeof *g.C, neighbours);
    const bool aligned = rows_are_vectors(g.A, p->trans_a ? g.m : g.k, g.lda, SIZE, VECTOR_BYTES) &&
                         rows_are_vectors(g.B, p->trans_b ? g.k : g.n, g.ldb, SIZE, VECTOR_BYTES);
    const dim3 grid(smaller(ceil_div(g.n, BN), TC_MAX_GRID),
                    smaller(ceil_div(g.m, BM), TC_MAX_GRID));
    kernels[p->trans_a][p->trans_b][aligned]<<<grid, THREADS>>>(g);
    CUDA_CHECK_LAUNCH();
}

#undef TYPE_KERNEL
#undef BLOCKS
#undef TYPE
#undef BITS
#undef NAME
#undef OF_BITS
#undef NAME_OF
#undef NAME_JOIN
