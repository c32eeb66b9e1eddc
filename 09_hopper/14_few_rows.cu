// SPDX-License-Identifier: MIT
//
// 14_few_rows: at most 16 rows of C, for which B is read once and memory is the limit.
//
// What changed after 11_tuned: no tiles, no copy engine, and no shared memory in the loop. No block
// needs an element of B twice, so a lane loads 16 bytes of B into four registers and multiplies
// them there. The order in which products are added along k is free. So the 8 of k in these
// registers need not be those that mma.sync's layout gives to this lane, if A's are the same ones.
// mma.sync computes C transposed: its 16 rows are columns of C, its 8 columns are rows of C.
//
// A lane has 16 vectors in flight, an SM 128 KiB. The warps of a block share k, and add their sums
// at the end through shared memory.
//
// Expect: nearly the speed at which memory can be read.
#include "../common/device/cuda_check.h"
#include "../common/device/ptx/load_if.h"
#include "../common/device/ptx/load_vector_if.h"
#include "../common/device/ptx/mma.h"
#include "parts/few_rows.h"
#include "parts/store.h"

#ifndef TYPE
#define TYPE WGMMA_OF_F16
#define STEP few_rows_f16
void hopper_few_rows(const struct gemm *g)
{
    if (!hopper_only_scales(g, HOPPER_C_F32))
        few_rows_f16(g, HOPPER_C_F32, false);
}
#endif

enum { THREADS = 32 * FEW_WARPS };
#define BLOCKS_PER_SM 2
enum { MOST_GROUPS = FEW_MOST_ROWS / FEW_GROUP, MOST_PRODUCTS = 4, MOST_STEPS = 8 };

struct few_params {
    const uint16_t *A, *B;
    void *C;
    int m, n, k, lda, ldb;
    int row_step, col_step; // from an element of C to the next row, and to the next column
    float alpha, beta;
    bool c_16;
};

// A warp's lanes are 8 groups of 4. A group reads columns of C, or rows of A; a lane of it, other
// k.
static __device__ __forceinline__ int group_of_lane(void) { return (int)threadIdx.x % 32 / 4; }
static __device__ __forceinline__ int place_in_group(void) { return (int)threadIdx.x % 4; }

// Where a lane reads: its first vector of B and its first k of a row of A; and how many k are left
// from there on.
struct lane {
    const uint16_t *b, *a[MOST_GROUPS];
    bool b_inside[2], a_inside[MOST_GROUPS];
    int left;
};

// b[i]: vector i of B, `k` further on; zeros outside. whole (a literal, here and below): all k are
// inside.
static __device__ __forceinline__ void load_b(uint32_t b[][FEW_WORDS], const struct few_params *p,
                                              const struct lane *lane, bool k_major, int k,
                                              bool whole)
{
    const uint16_t *from = lane->b + (k_major ? k : (ptrdiff_t)k * p->ldb);
#pragma unroll
    for (int i = 0; i < few_vectors(k_major); i++) {
        const bool inside =
            lane->b_inside[k_major ? i : 0] && (whole || k + (k_major ? 0 : i) < lane->left);
        b[i][0] = b[i][1] = b[i][2] = b[i][3] = 0;
        load_once_if_128(b[i], from + i * (k_major ? 8 * (ptrdiff_t)p->ldb : p->ldb), inside);
    }
}

// a: 2 `words` of k of row `row` of the lane's rows of A.
static __device__ __forceinline__ void load_a(uint32_t *a, const struct few_params *p,
                                              const struct lane *lane, bool k_major, int words,
                                              int row, int k, bool whole)
{
    const uint16_t *const from = lane->a[row] + (k_major ? k : (ptrdiff_t)k * p->lda);
    const bool inside = lane->a_inside[row] && (whole || k < lane->left);
#pragma unroll
    for (int i = 0; i < words; i++)
        a[i] = 0;
    if (k_major && words == 4) {
        load_if_128(a, from, inside);
    } else if (k_major) {
        load_if_64(&a[0], &a[1], from, inside);
    } else {
#pragma unroll
        for (int i = 0; i < 2 * words; i++) {
            uint32_t one = 0;
            load_if_16(&one, from + (ptrdiff_t)i * p->lda,
                       lane->a_inside[row] && (whole || k + i < lane->left));
            a[i / 2] |= one << i % 2 * 16;
        }
    }
}

// sums[j] += columns of B times 8 rows of A. In a vector of 8 of k, a word has two of k of a
// column, as mma.sync wants them. In a vector of 8 columns, a word has two columns of one k: words
// of two vectors exchange halves.
static __device__ __forceinline__ void multiply(float sums[][4], const uint32_t b[][FEW_WORDS],
                                                const uint32_t *a, bool k_major)
{
#pragma unroll
    for (int j = 0; j < few_products(k_major); j++) {
        float *const d = sums[k_major ? 0 : j];
        const uint32_t *const rows = &a[k_major ? 2 * j : 0];
        uint32_t columns[4];
#pragma unroll
        for (int i = 0; i < 4; i++)
            columns[i] = k_major ? b[i % 2][2 * j + i / 2]
                                 : __byte_perm(b[i / 2 * 2][j], b[i / 2 * 2 + 1][j],
                                               i % 2 == 0 ? 0x5410 : 0x7632);
        if (TYPE == WGMMA_OF_F16)
            mma_m16n8k16_f32_f16_f16_f32(d, columns, rows, d);
        else
            mma_m16n8k16_f32_bf16_bf16_f32(d, columns, rows, d);
    }
}

// All steps whose vectors of B are in flight at a time.
static __device__ __forceinline__ void multiply_steps(float acc[][MOST_PRODUCTS][4],
                                                      const struct few_params *p,
                                                      const struct lane *lane, bool a_k_major,
                                                      bool b_k_major, int groups, bool whole)
{
    const int step = few_k(b_k_major), steps = FEW_IN_FLIGHT / few_vectors(b_k_major);
    uint32_t b[MOST_STEPS][4][FEW_WORDS];
#pragma unroll
    for (int s = 0; s < steps; s++)
        load_b(b[s], p, lane, b_k_major, s * step, whole);
#pragma unroll
    for (int s = 0; s < steps; s++)
#pragma unroll
        for (int i = 0; i < groups; i++) {
            uint32_t a[FEW_WORDS];
            load_a(a, p, lane, a_k_major, step / 8, i, s * step, whole);
            multiply(acc[i], b[s], a, b_k_major);
        }
}

static __device__ __forceinline__ void store(const struct few_params *p, int row, int col,
                                             float sum)
{
    const ptrdiff_t at = (ptrdiff_t)row * p->row_step + (ptrdiff_t)col * p->col_step;
    if (!p->c_16) {
        store_scaled((float *)p->C + at, p->alpha, sum, p->beta);
        return;
    }
    unsigned short *const c = (unsigned short *)p->C + at;
    const float old = p->beta != 0 ? p->beta * c_to_float(*c, hopper_c_16(TYPE)) : 0;
    *c = c_from_float(p->alpha * sum + old, hopper_c_16(TYPE));
}

// A lane's places where its warp begins, for the columns of C from `col` on.
static __device__ __forceinline__ struct lane lane_at(const struct few_params *p, bool a_k_major,
                                                      bool b_k_major, int groups, int col, int k,
                                                      int end)
{
    const int group = group_of_lane(), step = few_k(b_k_major);
    const int c = col + (b_k_major ? group : FEW_VECTOR * group),
              at = k + step / 4 * place_in_group();
    struct lane lane;
    lane.b = p->B + (b_k_major ? row_major(c, at, p->ldb) : row_major(at, c, p->ldb));
    lane.b_inside[0] = c < p->n;
    lane.b_inside[1] = c + 8 < p->n;
    lane.left = end - at;
#pragma unroll
    for (int i = 0; i < groups; i++) {
        const int row = FEW_GROUP * i + group;
        lane.a[i] = p->A + (a_k_major ? row_major(row, at, p->lda) : row_major(at, row, p->lda));
        lane.a_inside[i] = row < p->m;
    }
    return lane;
}

// The columns of C from `col` on. groups: of 8 rows of A.
static __device__ __forceinline__ void c_columns(const struct few_params *p, bool a_k_major,
                                                 bool b_k_major, int groups, int col)
{
    __shared__ float sums[FEW_WARPS][FEW_MOST_ROWS][FEW_PITCH];
    const int warp = (int)threadIdx.x / 32, group = group_of_lane(), place = place_in_group();
    const int step = few_k(b_k_major), at_once = FEW_IN_FLIGHT / few_vectors(b_k_major) * step;
    const int steps = ceil_div(p->k, step), begin = steps * warp / FEW_WARPS * step;
    const int end = smaller(steps * (warp + 1) / FEW_WARPS * step, p->k);
    float acc[MOST_GROUPS][MOST_PRODUCTS][4] = {};
    struct lane lane = lane_at(p, a_k_major, b_k_major, groups, col, begin, end);
    int k = begin;
#pragma unroll 1
    for (; k + at_once <= end; k += at_once) {
        multiply_steps(acc, p, &lane, a_k_major, b_k_major, groups, true);
        lane.b += b_k_major ? at_once : (ptrdiff_t)at_once * p->ldb;
#pragma unroll
        for (int i = 0; i < groups; i++)
            lane.a[i] += a_k_major ? at_once : (ptrdiff_t)at_once * p->lda;
        lane.left -= at_once;
    }
    if (k < end)
        multiply_steps(acc, p, &lane, a_k_major, b_k_major, groups, false);
#pragma unroll
    for (int i = 0; i < groups; i++)
#pragma unroll
        for (int j = 0; j < few_cols(b_k_major) / 16; j++)
#pragma unroll
            for (int v = 0; v < 4; v++) {
                const int c = b_k_major ? group + 8 * (v / 2) : 8 * group + 2 * j + v / 2;
                sums[warp][FEW_GROUP * i + 2 * place + v % 2][c] = acc[i][j][v];
            }
    __syncthreads();
    const int cols = few_cols(b_k_major);
    for (int i = (int)threadIdx.x; i < p->m * cols; i += THREADS) {
        const int row = i / cols, c = i % cols;
        float sum = 0;
#pragma unroll
        for (int w = 0; w < FEW_WARPS; w++)
            sum += sums[w][row][c];
        if (col + c < p->n)
            store(p, row, col + c, sum);
    }
}

static __device__ __forceinline__ void c_tiles(const struct few_params *p, bool trans_a,
                                               bool trans_b)
{
    const int col = (int)blockIdx.x * few_cols(trans_b);
    if (p->m <= FEW_GROUP)
        c_columns(p, !trans_a, trans_b, 1, col);
    else
        c_columns(p, !trans_a, trans_b, 2, col);
}

#define PARAMS struct few_params
#include "parts/kernels.h"

void STEP(const struct gemm *g, enum hopper_type_c type_c, bool swapped)
{
    const struct gemm roles = few_roles(g, swapped);
    const struct gemm_problem *const r = &roles.problem;
    struct hopper_operands o = few_operands(&roles);
    hopper_launch_packing(&o);
    const struct few_params p = {
        .A = (const uint16_t *)o.a.data,
        .B = (const uint16_t *)o.b.data,
        .C = g->C,
        .m = r->m,
        .n = r->n,
        .k = r->k,
        .lda = o.a.ld,
        .ldb = o.b.ld,
        .row_step = swapped ? 1 : r->ldc,
        .col_step = swapped ? r->ldc : 1,
        .alpha = (float)r->alpha,
        .beta = (float)r->beta,
        .c_16 = type_c != HOPPER_C_F32,
    };
    KERNELS[r->trans_a][r->trans_b]<<<ceil_div(r->n, few_cols(r->trans_b)), THREADS>>>(p);
    CUDA_CHECK_LAUNCH();
}
