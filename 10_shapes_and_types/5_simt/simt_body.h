// SPDX-License-Identifier: MIT
//
// simt_body.h: the kernels of 5_simt for one type, and their launcher. It has no include guard:
// each type defines the following and includes the file.
//
//     TYPE                                   the launcher's name, and the prefix of the other names
//     TYPE_word                              what an instruction multiplies (simt.h)
//     TYPE_a_word                            the same in A's tiles: a TYPE_word, or it twice
//     TYPE_number                            an element of C; TYPE_scalar: alpha and beta
//     BM, BN, BK, DOTS                       the block's tile; elements of K in a word
//     WARPS_DOWN, WARPS_ACROSS               the block's warps
//     BLOCKS_PER_SM                          how many blocks must fit into the registers
//     TYPE_multiply(acc, a, b)               acc[TM][TN] += column a times row b: one word of K
//     TYPE_scale(alpha, sum, beta, old)      the new value of an element; uses old if beta != 0
//
// The tile is that of chapter 05: a warp has 8 x 4 lanes, a lane has groups of GA x G elements of
// C, and a fragment is read in vectors of 16 bytes, two passes through the banks each. There are
// two stages of tiles: the vectors of the next one are in flight from memory while this one is
// multiplied. Fragments are loaded one word of K ahead, also across the barrier.
#define NAME_JOIN(type, name) type##name
#define NAME_OF(type, name) NAME_JOIN(type, name)
#define NAME(name) NAME_OF(TYPE, name)

enum { WORD = sizeof(NAME(_word)), ELEMENT = WORD / DOTS, G = VECTOR_BYTES / WORD };
enum { A_WORD = sizeof(NAME(_a_word)), GA = VECTOR_BYTES / A_WORD, TWICE = A_WORD / WORD - 1 };
enum { WM = BM / WARPS_DOWN, WN = BN / WARPS_ACROSS, THREADS = WARPS_DOWN * WARPS_ACROSS * 32 };
enum { TM = WM / SIMT_LANES_DOWN, TN = WN / SIMT_LANES_ACROSS };
enum { STAGES = 2 };
static_assert(BK % 2 == 0, "a tile begins with the first of two fragments");
static_assert(sizeof(NAME(_number)) == (WORD == 2 ? 2 : WORD), "a vector of C has G elements");

const struct simt_sizes NAME(_sizes) = {.bm = BM,
                                        .bn = BN,
                                        .bk = BK,
                                        .word = WORD,
                                        .element = ELEMENT,
                                        .dots = DOTS,
                                        .warps_down = WARPS_DOWN,
                                        .warps_across = WARPS_ACROSS,
                                        .twice = TWICE};

struct NAME(_gemm) {
    int m, n, k, tiles_n;
    NAME(_scalar) alpha, beta;
    struct simt_operand A, B;
    NAME(_number) * C;
    int ldc;
};

// G elements of a row of C, of which the first `inside` exist.
static __device__ __forceinline__ void NAME(_store)(const struct NAME(_gemm) * g, NAME(_number) * c,
                                                    const NAME(_number) * acc, int inside,
                                                    bool aligned)
{
    __align__(16) NAME(_number) value[G];
    if (aligned && inside > 0) {
        if (g->beta != (NAME(_scalar))0)
            copy_128(value, c);
#pragma unroll
        for (int e = 0; e < G; e++)
            value[e] = NAME(_scale)(g->alpha, acc[e], g->beta, value[e]);
        copy_128(c, value);
    }
#pragma unroll
    for (int e = 0; e < G && !aligned; e++)
        if (e < inside) {
            NAME(_number) old = acc[e]; // any value: C is not read if beta is 0
            if (g->beta != (NAME(_scalar))0)
                old = c[e];
            c[e] = NAME(_scale)(g->alpha, acc[e], g->beta, old);
        }
}

// The vectors of A and B that a thread holds between memory and tile, and where it finds the next
// ones.
enum { A_VECTORS = BM * BK / G / THREADS, B_VECTORS = BN * BK / G / THREADS };
struct NAME(_vectors) {
    __align__(16) uint32_t a[A_VECTORS][SIMT_REGISTERS], b[B_VECTORS][SIMT_REGISTERS];
    const char *a_source[A_VECTORS], *b_source[B_VECTORS];
};
struct NAME(_stage) {
    __align__(16) NAME(_a_word) As[BK][BM + GA];
    __align__(16) NAME(_word) Bs[BK][BN + G];
};

static __device__ __forceinline__ void NAME(_begin)(struct NAME(_vectors) * of,
                                                    const struct NAME(_gemm) * g,
                                                    struct simt_tile a, struct simt_tile b,
                                                    int row0, int col0)
{
#pragma unroll
    for (int v = 0; v < A_VECTORS; v++)
        of->a_source[v] = simt_source(&g->A, a, v, row0);
#pragma unroll
    for (int v = 0; v < B_VECTORS; v++)
        of->b_source[v] = simt_source(&g->B, b, v, col0);
}

static __device__ __forceinline__ void NAME(_fetch)(struct NAME(_vectors) * to,
                                                    const struct NAME(_gemm) * g,
                                                    struct simt_tile a, struct simt_tile b,
                                                    int row0, int col0, int k0)
{
#pragma unroll
    for (int v = 0; v < A_VECTORS; v++) {
        simt_fetch(to->a[v], to->a_source[v], &g->A, a, v, row0, k0);
        to->a_source[v] += simt_stride(&g->A, a);
    }
#pragma unroll
    for (int v = 0; v < B_VECTORS; v++) {
        simt_fetch(to->b[v], to->b_source[v], &g->B, b, v, col0, k0);
        to->b_source[v] += simt_stride(&g->B, b);
    }
}

static __device__ __forceinline__ void NAME(_put)(struct NAME(_stage) * to,
                                                  struct NAME(_vectors) * from, struct simt_tile a,
                                                  struct simt_tile b)
{
#pragma unroll
    for (int v = 0; v < A_VECTORS; v++)
        simt_put(to->As, from->a[v], a, v);
#pragma unroll
    for (int v = 0; v < B_VECTORS; v++)
        simt_put(to->Bs, from->b[v], b, v);
}

// What a lane multiplies: its part of a row of each tile.
struct NAME(_fragments) {
    __align__(16) NAME(_a_word) a[TM];
    __align__(16) NAME(_word) b[TN];
};

// row, col: the lane's first row of A's tile, and first column of B's.
static __device__ __forceinline__ void NAME(_load)(struct NAME(_fragments) * to,
                                                   const struct NAME(_stage) * stage, int p,
                                                   int row, int col)
{
#pragma unroll
    for (int i = 0; i < TM; i += GA)
        copy_128(&to->a[i], &stage->As[p][row + i * SIMT_LANES_DOWN]);
#pragma unroll
    for (int j = 0; j < TN; j += G)
        copy_128(&to->b[j], &stage->Bs[p][col + j * SIMT_LANES_ACROSS]);
}

static __device__ __forceinline__ void NAME(_c_tile)(const struct NAME(_gemm) * g, bool trans_a,
                                                     bool trans_b, bool aligned)
{
    const struct simt_tile a_tile = {THREADS, BM, BK, WORD, ELEMENT, TWICE, !trans_a, aligned};
    const struct simt_tile b_tile = {THREADS, BN, BK, WORD, ELEMENT, false, trans_b, aligned};
    __shared__ struct NAME(_stage) stages[STAGES];
    const int row0 = (int)blockIdx.x / g->tiles_n * BM, col0 = (int)blockIdx.x % g->tiles_n * BN;
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    const int lane_row = zigzag_row(lane), lane_col = zigzag_col(lane);
    const int warp_row = warp / WARPS_ACROSS * WM, warp_col = warp % WARPS_ACROSS * WN;
    const int row = warp_row + lane_row * GA, col = warp_col + lane_col * G; // in the tile
    const bool works = row0 + warp_row < g->m && col0 + warp_col < g->n; // otherwise all is outside

    NAME(_number) acc[TM][TN] = {};
    struct NAME(_fragments) fragments[2]; // for this word of K, and for the next one
    struct NAME(_vectors) next;
    int stage = 0;
    NAME(_begin)(&next, g, a_tile, b_tile, row0, col0);
    NAME(_fetch)(&next, g, a_tile, b_tile, row0, col0, 0);
    NAME(_put)(&stages[0], &next, a_tile, b_tile);
    __syncthreads(); // the first tiles are complete
    if (works)
        NAME(_load)(&fragments[0], &stages[0], 0, row, col);
    const int k_tiles = ceil_div(g->k, BK * DOTS);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        // After the end of K all is outside: the tile becomes zeros that no thread multiplies.
        NAME(_fetch)(&next, g, a_tile, b_tile, row0, col0, (k_tile + 1) * BK * DOTS);
#pragma unroll
        for (int p = 0; p < BK; p++) {
            if (p == BK - 1) {
                stage = 1 - stage;
                NAME(_put)(&stages[stage], &next, a_tile, b_tile);
                __syncthreads(); // the next tiles are complete, the current ones are no longer
                                 // needed
            }
            if (works) {
                NAME(_load)(&fragments[(p + 1) % 2], &stages[stage], (p + 1) % BK, row, col);
                NAME(_multiply)(acc, fragments[p % 2].a, fragments[p % 2].b);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += G) {
            const int c_row = row0 + row + i / GA * GA * SIMT_LANES_DOWN + i % GA;
            const int c_col = col0 + col + j * SIMT_LANES_ACROSS;
            NAME(_store)
            (g, g->C + row_major(c_row, c_col, g->ldc), &acc[i][j], c_row < g->m ? g->n - c_col : 0,
             aligned);
        }
}

#define SIMT_KERNEL(name, trans_a, trans_b, aligned) \
    static __global__ void __launch_bounds__(THREADS, BLOCKS_PER_SM) \
        NAME(name)(struct NAME(_gemm) g) \
    { \
        NAME(_c_tile)(&g, trans_a, trans_b, aligned); \
    }
SIMT_KERNEL(_nn, false, false, true)
SIMT_KERNEL(_nt, false, true, true)
SIMT_KERNEL(_tn, true, false, true)
SIMT_KERNEL(_tt, true, true, true)
SIMT_KERNEL(_nn_elements, false, false, false)
SIMT_KERNEL(_nt_elements, false, true, false)
SIMT_KERNEL(_tn_elements, true, false, false)
SIMT_KERNEL(_tt_elements, true, true, false)

void TYPE(const struct gemm *gemm)
{
    static void (*const kernels[2][2][2])(struct NAME(_gemm)) = {
        // [aligned][trans_a][trans_b]
        {{NAME(_nn_elements), NAME(_nt_elements)}, {NAME(_tn_elements), NAME(_tt_elements)}},
        {{NAME(_nn), NAME(_nt)}, {NAME(_tn), NAME(_tt)}}};
    const struct gemm_problem *p = &gemm->problem;
    if (p->m == 0 || p->n == 0)
        return;
    const bool no_product = only_scales(p->alpha, p->k);
    struct NAME(_gemm) g = {.m = p->m, .n = p->n, .k = no_product ? 0 : p->k};
    g.tiles_n = ceil_div(p->n, BN);
    g.alpha = (NAME(_scalar))(no_product ? 0 : p->alpha), g.beta = (NAME(_scalar))p->beta;
    g.A = (struct simt_operand){(const char *)gemm->A, p->m, g.k, p->lda};
    g.B = (struct simt_operand){(const char *)gemm->B, p->n, g.k, p->ldb};
    g.C = (NAME(_number) *)gemm->C, g.ldc = p->ldc;
    const bool aligned =
        rows_are_vectors(gemm->A, p->trans_a ? p->m : g.k, p->lda, ELEMENT, VECTOR_BYTES) &&
        rows_are_vectors(gemm->B, p->trans_b ? g.k : p->n, p->ldb, ELEMENT, VECTOR_BYTES) &&
        rows_are_vectors(gemm->C, p->n, p->ldc, sizeof(NAME(_number)), VECTOR_BYTES);
    kernels[aligned][p->trans_a][p->trans_b]<<<ceil_div(p->m, BM) * g.tiles_n, THREADS>>>(g);
    CUDA_CHECK_LAUNCH();
}
