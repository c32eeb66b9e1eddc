// SPDX-License-Identifier: MIT
//
// tune_tensor.cu: what the configurations of 08_cutlass_hierarchy/8_tuned take: `make tune-tensor`.
//
// Writes four kinds of rows, separated by tabs:
//
//     launch   the smallest problem there is: what every launch takes
//     kernel   a tile size, with asynchronous copies (f16) or staged ones (int8): what
//              tuned_table.c holds, found from waves of tiles with few and with many turns, on full
//              SMs and with one block on each, and of tiles that are cut into few and many parts
//     memory   what memory delivers to a kernel with 16 rows of A, and to one SM
//     shape    a problem as one launch of each tile size, each way to share it out (128x128/4:
//     tiles
//              in four pieces; 128x128~2: two rounds shared out), and as 8_tuned does it: measured,
//              and expected. Nothing must be packed.
//
// f16 is N(0,1), and int8 the same bytes; B is k x n; the L2 cache is empty. (That results are
// right is for the tests to say: make test GPU=cuda.)
#include <stdio.h>
#include <stdlib.h>

#include "08_cutlass_hierarchy/hierarchy.h"
#include "common/device/gemm/hierarchy/plan.h"
#include "common/device/index.h"
#include "common/step/matrix.h"
#include "common/base/timer.h"
#include "tune.h"

enum { LARGEST = 8192, LONGEST = 16384, REPETITIONS = 11, FEW = 512, MANY = 4096 };
static void *d_A, *d_B, *d_C, *flush;
static size_t flush_bytes;
static struct hier_device device;

static void *random_f16(unsigned seed)
{
    struct matrix M;
    void *d = NULL;
    if (!matrix_alloc(&M, DTYPE_F16, LONGEST, LARGEST, LARGEST)) {
        fprintf(stderr, "tune-tensor: out of memory\n");
        exit(1);
    }
    matrix_fill_random(&M, seed);
    CUDA_CHECK(cudaMalloc(&d, matrix_bytes(&M)));
    CUDA_CHECK(cudaMemcpy(d, M.data, matrix_bytes(&M), cudaMemcpyHostToDevice));
    matrix_free(&M);
    return d;
}

// C = A B, with rows of k, n and n elements.
static struct gemm_problem problem_of(int m, int n, int k)
{
    struct gemm_problem p = {};
    p.m = m, p.n = n, p.k = k;
    p.alpha = 1;
    p.lda = k, p.ldb = p.ldc = n;
    return p;
}

// The median, in nanoseconds.
static double time_schedule(const struct hier_schedule *s, bool staged, int n, int k)
{
    const struct gemm g = {problem_of(0, n, k), d_A, d_B, d_C};
    double ms[REPETITIONS];
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (int i = -2; i < REPETITIONS; i++) {
        float once;
        CUDA_CHECK(cudaMemsetAsync(flush, 0, flush_bytes, NULL));
        CUDA_CHECK(cudaEventRecord(start, NULL));
        for (int l = 0; l < s->launches; l++)
            (staged ? gemm_converts_i8_plan : hgemm_tuned_plan)(&s->launch[l], &g);
        CUDA_CHECK(cudaEventRecord(stop, NULL));
        CUDA_CHECK(cudaEventSynchronize(stop));
        CUDA_CHECK(cudaEventElapsedTime(&once, start, stop));
        if (i >= 0)
            ms[i] = once;
    }
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return statistics_of(ms, REPETITIONS).median * 1e6;
}

// All of C in one launch. False where the configuration cannot do it.
static bool one_launch(int configuration, enum hier_way way, int pieces, int m, int n, int k,
                       bool staged, struct hier_schedule *s)
{
    struct hier_plan plan = {0};
    plan.m = m;
    plan.n = n;
    plan.way = way;
    plan.pieces = pieces;
    if (!hier_plan(&device, configuration, k, staged, &plan))
        return false;
    s->launches = 1;
    s->launch[0] = plan;
    s->expected_ns = plan.expected_ns;
    return true;
}

// ---- Kernels -------------------------------------------------------------------------------------

static double launch_ns; // subtracted from all other times

static void launch_row(void)
{
    struct hier_schedule s;
    if (!one_launch(PLAN_64X64, WHOLE_TILES, 0, 1, 1, 0, false, &s))
        return;
    launch_ns = time_schedule(&s, false, 1, 0);
    printf("launch\t%.1f\n", launch_ns);
}

// A wave of 12 tiles down, one block for each: the time for its part before and after the turns,
// and for a turn.
static bool time_wave(int configuration, bool staged, int blocks, double *fixed, double *turn)
{
    enum { DOWN = 12 };
    const struct hier_configuration *c = &hier_configurations[configuration];
    const int m = DOWN * configuration_bm(c), n = blocks / DOWN * configuration_bn(c);
    struct hier_schedule s;
    if (n == 0 || !one_launch(configuration, WHOLE_TILES, 0, m, n, MANY, staged, &s))
        return false;
    const double few = time_schedule(&s, staged, n, FEW);
    const double many = time_schedule(&s, staged, n, MANY);
    *turn = (many - few) / ((MANY - FEW) / PLAN_BK);
    *fixed = few - *turn * (FEW / PLAN_BK) - launch_ns;
    return true;
}

// So many tiles, each in `pieces` parts of 8 turns.
static double time_pieces(int configuration, bool staged, int pieces)
{
    enum { TILES = 11, TURNS = 8 };
    const int m = TILES * configuration_bm(&hier_configurations[configuration]);
    const int n = configuration_bn(&hier_configurations[configuration]),
              k = pieces * TURNS * PLAN_BK;
    struct hier_schedule s;
    return one_launch(configuration, SPLIT_K, pieces, m, n, k, staged, &s)
               ? time_schedule(&s, staged, n, k)
               : 0;
}

// What it takes to hand in a part, beyond what a block alone takes for 8 turns, and for each part
// to add it up.
static void time_parts(int configuration, bool staged, double fixed, double turn, double *handed,
                       double *added)
{
    enum { FEW_PIECES = 2, MANY_PIECES = 12, TURNS = 8 };
    const double few = time_pieces(configuration, staged, FEW_PIECES);
    const double many = time_pieces(configuration, staged, MANY_PIECES);
    *added = (many - few) / (MANY_PIECES - FEW_PIECES);
    *handed = few - launch_ns - fixed - TURNS * turn - FEW_PIECES * *added;
    *handed = *handed > 0 ? *handed : 0;
}

// 16 rows of A, and a large B in 56 tiles, whole and in halves: what one SM gets, and what all get.
static void memory_row(void)
{
    enum { M = 16, N = 7168, K = 16384, TILES = N / 128, PIECES = 2 };
    const double bytes = 2.0 * N * K + 2.0 * M * K + 4.0 * M * N;
    const struct hier_configuration *c = &hier_configurations[PLAN_16X128];
    struct hier_schedule whole, cut;
    if (!one_launch(PLAN_16X128, WHOLE_TILES, 0, M, N, K, false, &whole) ||
        !one_launch(PLAN_16X128, SPLIT_K, PIECES, M, N, K, false, &cut))
        return;
    const double one = time_schedule(&whole, false, N, K) - launch_ns - c->fixed[0];
    const double all =
        time_schedule(&cut, false, N, K) - launch_ns - c->fixed[0] - c->handed - PIECES * c->added;
    printf("memory\t%.1f\t%.1f\n", bytes / all, bytes / one / TILES);
}

static void kernel_row(int configuration, bool staged)
{
    const struct hier_configuration *c = &hier_configurations[configuration];
    double fixed, turn, alone, fixed_alone;
    if (c->turn[staged] == 0) // there is no such kernel
        return;
    const int held = device.sms * configuration_blocks_per_sm(&device, c);
    if (!time_wave(configuration, staged, held, &fixed, &turn) ||
        !time_wave(configuration, staged, device.sms, &fixed_alone, &alone))
        return; // it does not fit this GPU
    const double flops = 2.0 * configuration_bm(c) * configuration_bn(c) * PLAN_BK;
    double handed, added;
    time_parts(configuration, staged, fixed_alone, alone, &handed, &added);
    printf("kernel\t%dx%d\t%s\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\n", configuration_bm(c),
           configuration_bn(c), staged ? "staged" : "async", fixed, turn, alone,
           flops * held / turn * 1e-3, handed, added);
    fflush(stdout);
}

// ---- Shapes --------------------------------------------------------------------------------------

static void shape_row(const struct hier_schedule *s, int m, int n, int k, const char *remark)
{
    const double ns = time_schedule(s, false, n, k);
    char tiles[64] = "";
    for (int l = 0, used = 0; l < s->launches; l++) {
        const struct hier_configuration *c = &hier_configurations[s->launch[l].configuration];
        used += snprintf(tiles + used, sizeof tiles - (size_t)used, "%s%dx%d", l > 0 ? "+" : "",
                         configuration_bm(c), configuration_bn(c));
        if (s->launch[l].way != WHOLE_TILES)
            used += snprintf(tiles + used, sizeof tiles - (size_t)used, "%c%d",
                             s->launch[l].way == SPLIT_K ? '/' : '~', s->launch[l].pieces);
    }
    printf("shape\t%dx%dx%d\t%s\t%.2f\t%.2f\t%.2f\t%s\n", m, n, k, tiles, ns * 1e-3,
           s->expected_ns * 1e-3, 2e-3 * m * n * k / ns, remark);
    fflush(stdout);
}

static void shape_rows(int m, int n, int k)
{
    struct hier_schedule s;
    n = ceil_div(n, F16_VECTOR) * F16_VECTOR;
    k = ceil_div(k, F16_VECTOR) * F16_VECTOR;
    const int pieces[] = {2, 4, 8, 16, 32};
    for (int i = 0; i < PLAN_CONFIGURATIONS; i++) {
        if (one_launch(i, WHOLE_TILES, 0, m, n, k, false, &s))
            shape_row(&s, m, n, k, "");
        for (int rounds = 1; rounds <= PLAN_MOST_SPLIT; rounds++)
            if (one_launch(i, STREAM_K, rounds, m, n, k, false, &s))
                shape_row(&s, m, n, k, "");
        for (size_t j = 0; j < sizeof pieces / sizeof *pieces; j++)
            if (one_launch(i, SPLIT_K, pieces[j], m, n, k, false, &s))
                shape_row(&s, m, n, k, "");
    }
    const struct gemm_problem p = problem_of(m, n, k);
    s = hier_choose(&device, &p, false);
    shape_row(&s, m, n, k, "chosen");
}

static void header(const struct machine *machine, const char *commit)
{
    tune_header(machine, commit);
    printf("# launch\tns\n");
    printf("# kernel\ttile\tcopies\tfixed ns\tturn ns\tturn alone ns\tTFLOP/s in a wave\t"
           "handing in ns\ta part ns\n");
    printf("# memory\tbytes/ns\tto an SM\n");
    printf("# shape\tmxnxk\ttiles\tmicroseconds\texpected\tTFLOP/s\tchosen\n");
}

int main(int argc, char **argv)
{
    const struct machine machine = open_gpu("tune-tensor", 0);
    device = hier_device();
    d_A = random_f16(1);
    d_B = random_f16(2);
    CUDA_CHECK(cudaMalloc(&d_C, sizeof(float) * LARGEST * LARGEST));
    flush_bytes = 2 * machine.l2_bytes;
    CUDA_CHECK(cudaMalloc(&flush, flush_bytes));

    header(&machine, argc > 1 ? argv[1] : "unknown");
    launch_row();
    for (int c = 0; c < PLAN_CONFIGURATIONS; c++)
        for (int staged = 0; staged < 2; staged++)
            kernel_row(c, staged);
    memory_row();
    const int long_or_thin[][3] = {{128, 128, 4096}, {300, 300, 16384}, {2048, 2112, 7168},
                                   {16, 4096, 4096}, {16, 2112, 7168},  {16, 24576, 1536},
                                   {16, 4096, 7168}, {16, 7168, 2048},  {16, 7168, 16384},
                                   {64, 2112, 7168}, {64, 24576, 1536}, {64, 4096, 7168},
                                   {64, 7168, 2048}, {64, 7168, 16384}, {128, 7168, 2048},
                                   {4096, 16, 7168}, {7168, 64, 2048},  {2112, 64, 7168}};
    for (size_t i = 0; i < sizeof long_or_thin / sizeof *long_or_thin; i++)
        shape_rows(long_or_thin[i][0], long_or_thin[i][1], long_or_thin[i][2]);
    const int squares[] = {512, 1024, 2048, 4095, 4096, 4097, 8192};
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++)
        shape_rows(squares[i], squares[i], squares[i]);
    tune_random_shapes(20, 1, shape_rows);
    return 0;
}
