// SPDX-License-Identifier: MIT
//
// test_stream_k.c: tiles that are cut along K: the ways of 08/8_tuned, its choice, and
// 10/4_stream_k. (That the steps compute and count right is tested with those of all chapters.)
#include <criterion/criterion.h>
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include "../../08_cutlass_hierarchy/hierarchy.h"
#include "../../10_shapes_and_types/4_stream_k/stream_k.h"
#include "../../common/device/gemm/hierarchy/predict.h"
#include "../../common/device/index.h"
#include "../../common/driver/gpu/counting.h"
#include "../../common/step/dtype.h"
#include "../../common/step/kind.h"
#include "../../common/step/matrix.h"
#include "../../emu/tests/support/sampler.h"
#include "../support/open_gpu.h"

static const struct hier_device h200 = {132, 227 << 10, 228 << 10},
                                three_sms = {3, 227 << 10, 228 << 10};

// ---- Plans: arithmetic alone --------------------------------------------------------------------

// Every turn of every tile once; a block has one part that begins a tile at most, and one other.
static void check_share(const struct share *s, int k_tiles)
{
    char *taken = calloc((size_t)s->tiles, (size_t)k_tiles);
    cr_assert_not_null(taken);
    for (int block = 0; block < s->blocks; block++) {
        int beginnings = 0, others = 0;
        struct span part = first_span(s, k_tiles, block);
        cr_expect(part.begin < part.end, "block %d has nothing to do", block);
        for (; part.begin < part.end; part = next_span(s, k_tiles, &part)) {
            for (int turn = part.begin; turn < part.end; turn++)
                cr_assert(taken[(size_t)part.tile * (size_t)k_tiles + (size_t)turn]++ == 0);
            beginnings += part.begin == 0 && !is_whole(&part, k_tiles);
            others += part.begin > 0;
        }
        cr_expect(beginnings <= 1 && others <= 1);
    }
    for (int i = 0; i < s->tiles * k_tiles; i++)
        cr_assert(taken[i] == 1);
    free(taken);
}

Test(stream_k, every_way_takes_every_turn_once)
{
    const int sizes[][3] = {{128, 128, 4096},  {300, 300, 16384}, {2048, 2112, 7168},
                            {16, 4096, 4096},  {4096, 16, 512},   {700, 900, 1000},
                            {4096, 4096, 200}, {1, 1, 130}};
    int planned[3] = {0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int c = 0; c < PLAN_CONFIGURATIONS; c++)
            for (int way = WHOLE_TILES; way <= STREAM_K; way++)
                for (int pieces = 1; pieces <= 16; pieces++) {
                    struct hier_plan plan = {.m = sizes[i][0],
                                             .n = sizes[i][1],
                                             .way = (enum hier_way)way,
                                             .pieces = pieces};
                    if ((way != SPLIT_K && pieces > PLAN_MOST_SPLIT) ||
                        !hier_plan(&h200, c, sizes[i][2], false, &plan))
                        continue;
                    planned[way]++;
                    check_share(&plan.share, ceil_div(sizes[i][2], PLAN_BK));
                    cr_expect(way == WHOLE_TILES || splits_tiles(&plan.share));
                }
    cr_expect(planned[WHOLE_TILES] > 0 && planned[SPLIT_K] > 0 && planned[STREAM_K] > 0);
}

Test(stream_k, what_cannot_be_cut_is_not)
{
    struct hier_plan plan = {.m = 128, .n = 128, .way = SPLIT_K, .pieces = 2};
    cr_expect(!hier_plan(&h200, PLAN_64X64, 3 * PLAN_BK, false, &plan), "pieces of one turn");
    cr_expect(!hier_plan(&h200, PLAN_64X64, 0, false, &plan), "no K");
    plan.pieces = 1;
    cr_expect(!hier_plan(&h200, PLAN_64X64, 4096, false, &plan), "one piece");
    plan = (struct hier_plan){.m = 128 * 12, .n = 256 * 11, .way = STREAM_K, .pieces = 1};
    cr_expect(!hier_plan(&h200, PLAN_128X256, 4096, false, &plan), "nothing is left over");
}

static struct hier_plan chosen(int m, int n, int k)
{
    const struct gemm_problem p = {.m = m, .n = n, .k = k, .alpha = 1};
    const struct hier_schedule s = hier_choose(&h200, &p, false);
    cr_assert(s.launches >= 1);
    return s.launch[0];
}

Test(stream_k, the_choice_fills_the_gpu)
{
    const int starved[][3] = {{128, 128, 4096}, {300, 300, 16384}, {16, 2112, 7168},
                              {16, 4096, 7168}, {64, 2112, 7168},  {2112, 64, 7168}};
    for (size_t i = 0; i < sizeof starved / sizeof *starved; i++) {
        const struct hier_plan plan = chosen(starved[i][0], starved[i][1], starved[i][2]);
        cr_expect(plan.way != WHOLE_TILES && plan.share.blocks > h200.sms / 4, "%d x %d x %d",
                  starved[i][0], starved[i][1], starved[i][2]);
    }
    cr_expect(chosen(128, 128, 64).way == WHOLE_TILES, "one turn cannot be cut");
    cr_expect(chosen(128 * 12, 256 * 11, 4096).way == WHOLE_TILES, "one full round");
}

// With alpha or k zero C is only scaled: nothing to cut.
Test(stream_k, scaling_is_not_cut)
{
    const struct gemm_problem p = {.m = 128, .n = 128, .k = 4096, .alpha = 0, .beta = 2};
    cr_expect(hier_choose(&h200, &p, false).launch[0].way == WHOLE_TILES);
    cr_expect(stream_k_plan(&h200, &p).way == WHOLE_TILES);
}

// CUTLASS's rule, at its edges: tiles of 128 x 256, a column of them.
Test(stream_k, the_rule_of_the_step)
{
    const struct {
        int tiles, k;
        enum hier_way way;
        int rounds;
    } cases[] = {
        {1, 4096, STREAM_K, 0},      {66, 4096, STREAM_K, 0},     {67, 4096, WHOLE_TILES, 1},
        {132, 4096, WHOLE_TILES, 1}, {144, 4096, STREAM_K, 0},    {198, 4096, STREAM_K, 0},
        {199, 4096, WHOLE_TILES, 2}, {264, 4096, WHOLE_TILES, 2}, {300, 4096, STREAM_K, 1},
        {1, 64, WHOLE_TILES, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct gemm_problem p = {
            .m = 128 * cases[i].tiles, .n = 256, .k = cases[i].k, .alpha = 1};
        const struct hier_plan plan = stream_k_plan(&h200, &p);
        cr_expect(plan.way == cases[i].way && plan.share.rounds == cases[i].rounds, "%d tiles",
                  cases[i].tiles);
    }
}

// ---- Kernels ------------------------------------------------------------------------------------

// Integers: every sum is exact in any order, and so the same bits, however tiles are cut.
enum { M = 104, N = 152, K = 456, SMALLEST = -3, VALUES = 7 };
enum { A_COUNT = M * K, B_COUNT = K * N, C_COUNT = M * N };

struct operands {
    int8_t a[A_COUNT], b[B_COUNT];
    float wanted[C_COUNT], got[C_COUNT];
    uint16_t bits[B_COUNT > A_COUNT ? B_COUNT : A_COUNT];
    void *A[2], *B[2], *C; // on the device: A and B as they are, and transposed
};

static void *to_device(const void *from, size_t bytes)
{
    void *d = NULL;
    cr_assert(cudaMalloc(&d, bytes) == cudaSuccess);
    cr_assert(cudaMemcpy(d, from, bytes, cudaMemcpyHostToDevice) == cudaSuccess);
    return d;
}

static uint16_t f16(int value)
{
    const double exact = value;
    uint16_t bits;
    dtype_from_double(DTYPE_F16, &exact, 1, &bits);
    return bits;
}

// Random numbers, rows x cols of them: in `values`, and on the device as they are and transposed.
static void random_operand(struct operands *o, int8_t *values, void *device[2], int rows, int cols)
{
    const size_t bytes = (size_t)rows * (size_t)cols * sizeof *o->bits;
    for (int i = 0; i < rows * cols; i++)
        o->bits[i] = f16(values[i] = (int8_t)(rand() % VALUES + SMALLEST));
    device[0] = to_device(o->bits, bytes);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            o->bits[j * rows + i] = f16(values[i * cols + j]);
    device[1] = to_device(o->bits, bytes);
}

static struct operands *operands_create(void)
{
    struct operands *o = calloc(1, sizeof *o);
    cr_assert_not_null(o);
    random_operand(o, o->a, o->A, M, K);
    random_operand(o, o->b, o->B, K, N);
    cr_assert(cudaMalloc(&o->C, C_COUNT * sizeof(float)) == cudaSuccess);
    for (int i = 0; i < M; i++)
        for (int p = 0; p < K; p++)
            for (int j = 0; j < N; j++)
                o->wanted[i * N + j] += (float)(o->a[i * K + p] * o->b[p * N + j]);
    return o;
}

static void operands_free(struct operands *o)
{
    for (int transposed = 0; transposed < 2; transposed++) {
        cudaFree(o->A[transposed]);
        cudaFree(o->B[transposed]);
    }
    cudaFree(o->C);
    free(o);
}

static void check_plan(struct operands *o, const struct hier_plan *plan, bool trans_a, bool trans_b)
{
    const struct counting *counting = gpu_ops()->counting();
    const struct gemm_problem p = {.trans_a = trans_a,
                                   .trans_b = trans_b,
                                   .m = M,
                                   .n = N,
                                   .k = K,
                                   .alpha = 1,
                                   .lda = trans_a ? M : K,
                                   .ldb = trans_b ? K : N,
                                   .ldc = N};
    const struct gemm g = {p, o->A[trans_a], o->B[trans_b], o->C};
    struct counts counted, predicted = hier_predict_plan(&p, plan, COPY_ASYNC);
    cr_assert(cudaMemset(o->C, 0xff, C_COUNT * sizeof(float)) == cudaSuccess);
    if (counting)
        counting->begin();
    hgemm_tuned_plan(plan, &g);
    cr_assert(cudaDeviceSynchronize() == cudaSuccess);
    if (counting) {
        counting->end(&counted);
        for (int i = 0; i < counts_number(); i++)
            cr_expect_eq(counts_get(&counted, i), counts_get(&predicted, i), "%s: %lld, not %lld",
                         counts_name(i), counts_get(&counted, i), counts_get(&predicted, i));
    }
    cr_assert(cudaMemcpy(o->got, o->C, C_COUNT * sizeof(float), cudaMemcpyDeviceToHost) ==
              cudaSuccess);
    int wrong = 0;
    for (int i = 0; i < C_COUNT; i++)
        wrong += o->got[i] != o->wanted[i];
    cr_assert(wrong == 0, "%s, configuration %d, way %d, %d pieces",
              transpose_name(gemm_transpose(&p)), plan->configuration, (int)plan->way,
              plan->pieces);
}

// Plans are made for three SMs, so that there are rounds, and something is left over.
Test(stream_k, every_way_of_every_configuration_is_exact)
{
    open_gpu(80);
    struct operands *o = operands_create();
    int launched[3] = {0};
    for (int c = 0; c < PLAN_CONFIGURATIONS; c++)
        for (int way = WHOLE_TILES; way <= STREAM_K; way++)
            for (int pieces = 1; pieces <= 4; pieces++) {
                struct hier_plan plan = {
                    .m = M, .n = N, .way = (enum hier_way)way, .pieces = pieces};
                const struct hier_device *device = way == SPLIT_K ? &h200 : &three_sms;
                if ((way != SPLIT_K && pieces > PLAN_MOST_SPLIT) ||
                    !hier_plan(device, c, K, false, &plan) ||
                    configuration_shared_bytes(&hier_configurations[c]) >
                        hier_device().shared_bytes)
                    continue;
                launched[way]++;
                for (int trans_a = 0; trans_a < 2; trans_a++) // with 1 and 2 pieces all layouts
                    if (in_turn(c + pieces / 2 + trans_a, sampled(3, 1, 1)))
                        check_plan(o, &plan, trans_a, (pieces + trans_a) % 2);
            }
    cr_expect(launched[WHOLE_TILES] > 0 && launched[SPLIT_K] > 0 && launched[STREAM_K] > 0);
    operands_free(o);
}

static void *random_on_device(int rows, int cols, unsigned seed)
{
    struct matrix X;
    cr_assert(matrix_alloc(&X, DTYPE_F16, rows, cols, cols));
    matrix_fill_random(&X, seed);
    void *d = to_device(X.data, matrix_bytes(&X));
    matrix_free(&X);
    return d;
}

// Blocks come in any order; parts are added up in theirs.
static void check_repeats(gemm_fn *run, bool trans_a, int m, int n, int k)
{
    enum { TIMES = 3 };
    const size_t bytes = sizeof(float) * (size_t)m * (size_t)n;
    void *A = random_on_device(m, k, 3), *B = random_on_device(k, n, 4), *C = NULL;
    char *first = malloc(bytes), *again = malloc(bytes);
    cr_assert(first && again && cudaMalloc(&C, bytes) == cudaSuccess);
    const struct gemm_problem p = {.trans_a = trans_a,
                                   .m = m,
                                   .n = n,
                                   .k = k,
                                   .alpha = 1,
                                   .lda = trans_a ? m : k,
                                   .ldb = n,
                                   .ldc = n};
    for (int i = 0; i < TIMES; i++) {
        cr_assert(cudaMemset(C, 0xff, bytes) == cudaSuccess);
        run(&(struct gemm){p, A, B, C});
        cr_assert(cudaMemcpy(i == 0 ? first : again, C, bytes, cudaMemcpyDeviceToHost) ==
                  cudaSuccess);
        cr_expect(i == 0 || memcmp(first, again, bytes) == 0, "%d x %d x %d, run %d", m, n, k, i);
    }
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    free(first);
    free(again);
}

Test(stream_k, repeated_runs_are_bit_identical)
{
    open_gpu(80);
    const bool cut_by_choice = chosen(16, 136, 2048).way != WHOLE_TILES;
    cr_expect(cut_by_choice);
    check_repeats(hgemm_tuned, false, 16, 136, 2048);
    check_repeats(hgemm_tuned, true, 64, 130, 1000);
    check_repeats(hgemm_stream_k, false, 130, 260, 500);
    check_repeats(hgemm_stream_k, true, 130, 260, 500);
}
