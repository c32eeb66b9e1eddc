// SPDX-License-Identifier: MIT
//
// simt_body.h: the kernels of 5_simt for one type, and their launcher. It has no include guard:
// each type defines the following and includes the file.
//
//     TYPE                                   the prefix of the names of kernels, which profilers
//                                            show, and of the table of sizes
//     word                                   what an instruction multiplies (simt.h)
//     a_word                                 the same in A's tiles: a word, or it twice
//     number, scalar                         an element of C; alpha and beta
//     BM, BN, BK, DOTS                       the block's tile; elements of K in a word
//     WARPS_DOWN, WARPS_ACROSS               the block's warps
//     BLOCKS_PER_SM                          how many blocks must fit into the registers
//     multiply(acc, a, b)                    acc[TM][TN] += column a times row b: one word of K
//     scale(alpha, sum, beta, old)           the new value of an element; uses old if beta != 0
//
// It defines launch() and TYPE_sizes.
//
// The tile is that of chapter 05: a warp has 8 x 4 lanes, a lane has groups of GA x G elements of
// C, and a fragment is read in vectors of 16 bytes, two passes through the banks each. There are
// two stages of tiles: the vectors of the next one are in flight from memory while this one is
// multiplied. Fragments are loaded one word of K ahead, also across the barrier.
#define NAME_JOIN(type, name) type##_##name
#define NAME_OF(type, name) NAME_JOIN(type, name)
#define GEMM NAME_OF(TYPE, gemm) // what kernels get differs by type, so its name must differ, too

enum { WORD = sizeof(word), ELEMENT = WORD / DOTS, G = VECTOR_BYTES / WORD };
enum { A_WORD = sizeof(a_word), GA = VECTOR_BYTES / A_WORD, TWICE = A_WORD / WORD - 1 };
enum { WM = BM / WARPS_DOWN, WN = BN / WARPS_ACROSS, THREADS = WARPS_DOWN * WARPS_ACROSS * 32 };
enum { TM = WM / SIMT_LANES_DOWN, TN = WN / SIMT_LANES_ACROSS };
enum { STAGES = 2 };
static_assert(BK % 2 == 0, "a tile begins with the first of two fragments");
static_assert(sizeof(number) == (WORD == 2 ? 2 : WORD), "a vector of C has G elements");

const struct simt_sizes NAME_OF(TYPE, sizes) = {.bm = BM,
                                                .bn = BN,
                                                .bk = BK,
                                                .word = WORD,
                                                .element = ELEMENT,
                                                .dots = DOTS,
                                                .warps_down = WARPS_DOWN,
                                                .warps_across = WARPS_ACROSS,
                                                .twice = TWICE};

struct GEMM {
    int m, n, k, tiles_n;
    scalar alpha, beta;
    struct simt_operand A, B;
    number *C;
    int ldc;
};

// G elements of a row of C, of which the first `inside` exist.
static __device__ __forceinline__ void store(const struct GEMM *g, number *c, const number *acc,
                                             int inside, bool aligned)
{
    __align__(16) number value[G];
    if (aligned && inside > 0) {
        if (g->beta != (scalar)0)
            copy_128(value, c);
#pragma unroll
        for (int e = 0; e < G; e++)
            value[e] = scale(g->alpha, acc[e], g->beta, value[e]);
        copy_128(c, value);
    }
#pragma unroll
    for (int e = 0; e < G && !aligned; e++)
        if (e < inside) {
            number old = acc[e]; // any value: C is not read if beta is 0
            if (g->beta != (scalar)0)
                old = c[e];
            c[e] = scale(g->alpha, acc[e], g->beta, old);
        }
}

// The vectors of A and B that a thread holds between memory and tile, and where it finds the next
// ones.
enum { A_VECTORS = BM * BK / G / THREADS, B_VECTORS = BN * BK / G / THREADS };
struct simt_vectors {
    __align__(16) uint32_t a[A_VECTORS][SIMT_REGISTERS], b[B_VECTORS][SIMT_REGISTERS];
    const char *a_source[A_VECTORS], *b_source[B_VECTORS];
};
struct simt_stage {
    __align__(16) a_word As[BK][BM + GA];
    __align__(16) word Bs[BK][BN + G];
};

static __device__ __forceinline__ void begin(struct simt_vectors *of, const struct GEMM *g,
                                             struct simt_tile a, struct simt_tile b, int row0,
                                             int col0)
{
#pragma unroll
    for (int v = 0; v < A_VECTORS; v++)
        of->a_source[v] = simt_source(&g->A, a, v, row0);
#pragma unroll
    for (int v = 0; v < B_VECTORS; v++)
        of->b_source[v] = simt_source(&g->B, b, v, col0);
}

static __device__ __forceinline__ void fetch(struct simt_vectors *to, const struct GEMM *g,
                                             struct simt_tile a, struct simt_tile b, int row0,
                                             int col0, int k0)
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

static __device__ __forceinline__ void put(struct simt_stage *to, struct simt_vectors *from,
                                           struct simt_tile a, struct simt_tile b)
{
#pragma unroll
    for (int v = 0; v < A_VECTORS; v++)
        simt_put(to->As, from->a[v], a, v);
#pragma unroll
    for (int v = 0; v < B_VECTORS; v++)
        simt_put(to->Bs, from->b[v], b, v);
}

// What a lane multiplies: its part of a row of each tile.
struct simt_fragments {
    __align__(16) a_word a[TM];
    __align__(16) word b[TN];
};

// row, col: the lane's first row of A's tile, and first column of B's.
static __device__ __forceinline__ void load(struct simt_fragments *to,
                                            const struct simt_stage *stage, int p, int row, int col)
{
#pragma unroll
    for (int i = 0; i < TM; i += GA)
        copy_128(&to->a[i], &stage->As[p][row + i * SIMT_LANES_DOWN]);
#pragma unroll
    for (int j = 0; j < TN; j += G)
        copy_128(&to->b[j], &stage->Bs[p][col + j * SIMT_LANES_ACROSS]);
}

static __device__ __forceinline__ void c_tile(const struct GEMM *g, bool trans_a, bool trans_b,
                                              bool aligned)
{
    const struct simt_tile a_tile = {THREADS, BM, BK, WORD, ELEMENT, TWICE, !trans_a, aligned};
    const struct simt_tile b_tile = {THREADS, BN, BK, WORD, ELEMENT, false, trans_b, aligned};
    __shared__ struct simt_stage stages[STAGES];
    const int row0 = (int)blockIdx.x / g->tiles_n * BM, col0 = (int)blockIdx.x % g->tiles_n * BN;
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    const int lane_row = zigzag_row(lane), lane_col = zigzag_col(lane);
    const int warp_row = warp / WARPS_ACROSS * WM, warp_col = warp % WARPS_ACROSS * WN;
    const int row = warp_row + lane_row * GA, col = warp_col + lane_col * G; // in the tile
    const bool works = row0 + warp_row < g->m && col0 + warp_col < g->n; // otherwise all is outside

    number acc[TM][TN] = {};
    struct simt_fragments fragments[2]; // for this word of K, and for the next one
    struct simt_vectors next;
    int stage = 0;
    begin(&next, g, a_tile, b_tile, row0, col0);
    fetch(&next, g, a_tile, b_tile, row0, col0, 0);
    put(&stages[0], &next, a_tile, b_tile);
    __syncthreads(); // the first tiles are complete
    if (works)
        load(&fragments[0], &stages[0], 0, row, col);
    const int k_tiles = ceil_div(g->k, BK * DOTS);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        // After the end of K all is outside: the tile becomes zeros that no thread multiplies.
        fetch(&next, g, a_tile, b_tile, row0, col0, (k_tile + 1) * BK * DOTS);
#pragma unroll
        for (int p = 0; p < BK; p++) {
            if (p == BK - 1) {
                stage = 1 - stage;
                put(&stages[stage], &next, a_tile, b_tile);
                __syncthreads(); // the next tiles are complete, the current ones are no longer
                                 // needed
            }
            if (works) {
                load(&fragments[(p + 1) % 2], &stages[stage], (p + 1) % BK, row, col);
                multiply(acc, fragments[p % 2].a, fragments[p % 2].b);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += G) {
            const int c_row = row0 + row + i / GA * GA * SIMT_LANES_DOWN + i % GA;
            const int c_col = col0 + col + j * SIMT_LANES_ACROSS;
            store(g, g->C + row_major(c_row, c_col, g->ldc), &acc[i][j],
                  c_row < g->m ? g->n - c_col : 0, aligned);
        }
}

#define KERNEL(name, trans_a, trans_b, aligned) \
    static __global__ void __launch_bounds__(THREADS, BLOCKS_PER_SM) \
        NAME_OF(TYPE, name)(struct GEMM g) \
    { \
        c_tile(&g, trans_a, trans_b, aligned); \
    } \
    static void (*const name)(struct GEMM) = NAME_OF(TYPE, name);
KERNEL(nn, false, false, true)
KERNEL(nt, false, true, true)
KERNEL(tn, true, false, true)
KERNEL(tt, true, true, true)
KERNEL(nn_elements, false, false, false)
KERNEL(nt_elements, false, true, false)
KERNEL(tn_elements, true, false, false)
KERNEL(tt_elements, true, true, false)

static void launch(const struct gemm *gemm)
{
    static void (*const kernels[2][2][2])(struct GEMM) = {
        // [aligned][trans_a][trans_b]
        {{nn_elements, nt_elements}, {tn_elements, tt_elements}},
        {{nn, nt}, {tn, tt}}};
    const struct gemm_problem *p = &gemm->problem;
    if (p->m == 0 || p->n == 0)
        return;
    const bool no_product = only_scales(p->alpha, p->k);
    struct GEMM g = {.m = p->m, .n = p->n, .k = no_product ? 0 : p->k};
    g.tiles_n = ceil_div(p->n, BN);
    g.alpha = (scalar)(no_product ? 0 : p->alpha), g.beta = (scalar)p->beta;
    g.A = (struct simt_operand){(const char *)gemm->A, p->m, g.k, p->lda};
    g.B = (struct simt_operand){(const char *)gemm->B, p->n, g.k, p->ldb};
    g.C = (number *)gemm->C, g.ldc = p->ldc;
    const bool aligned =
        rows_are_vectors(gemm->A, p->trans_a ? p->m : g.k, p->lda, ELEMENT, VECTOR_BYTES) &&
        rows_are_vectors(gemm->B, p->trans_b ? g.k : p->n, p->ldb, ELEMENT, VECTOR_BYTES) &&
        rows_are_vectors(gemm->C, p->n, p->ldc, sizeof(number), VECTOR_BYTES);
    kernels[aligned][p->trans_a][p->trans_b]<<<ceil_div(p->m, BM) * g.tiles_n, THREADS>>>(g);
    CUDA_CHECK_LAUNCH();
}
