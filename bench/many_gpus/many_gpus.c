// SPDX-License-Identifier: MIT
//
// many_gpus.c: chapter 11, and cuBLAS with NCCL, on all GPUs of this machine, in one run.
//
//     many_gpus COMMIT FOLDER    writes FOLDER/h200_many_gpus_2.tsv, and its path to stdout
//
// For each shape: the products alone (cuBLAS with the best of eight algorithms, and chapter 09's
// kernels), NCCL and cuBLAS one after the other, and the steps; for a grid, the same product on one
// GPU. All take turns in each round, with a rest before each run; the time is the slowest GPU's;
// medians. Every result is checked against float64 in a sample of its elements.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../../11_many_gpus/parts/collectives.h"
#include "../../11_many_gpus/parts/measure.h"
#include "../../11_many_gpus/parts/operands.h"
#include "../../11_many_gpus/parts/product.h"
#include "../../common/base/output.h"
#include "../../common/device/cuda_check.h"
#include "../all_gpus.h"
#include "cublas_product.h"

enum { REPS = 25 };

// Of Llama-70B, hidden 8192: n (all-gather) or k (reduce-scatter) of one GPU when four share the
// layer, and of two. The last one: 1024 rows a GPU.
static const struct shape {
    const char *name;
    enum many_operation operation;
    int m, n, k; // n of an all-gather and k of a reduce-scatter: of all GPUs; m 0: 1024 a GPU
} shapes[] = {
    {"gate+up", MANY_ALL_GATHER, 8192, 57344, 8192},
    {"qkv", MANY_ALL_GATHER, 8192, 10240, 8192},
    {"gate+up", MANY_ALL_GATHER, 2048, 57344, 8192},
    {"qkv", MANY_ALL_GATHER, 2048, 10240, 8192},
    {"1024 rows a GPU", MANY_ALL_GATHER, 0, 0, 4096},
    {"down", MANY_REDUCE_SCATTER, 8192, 8192, 28672},
    {"o", MANY_REDUCE_SCATTER, 8192, 8192, 8192},
    {"down", MANY_REDUCE_SCATTER, 2048, 8192, 28672},
    {"o", MANY_REDUCE_SCATTER, 2048, 8192, 8192},
    {"qkv", MANY_ALL_GATHER, 64, 10240, 8192},
    {"qkv", MANY_ALL_GATHER, 512, 10240, 8192},
    {"qkv", MANY_ALL_GATHER, 16384, 10240, 8192},
    {"gate+up", MANY_ALL_GATHER, 64, 57344, 8192},
    {"gate+up", MANY_ALL_GATHER, 512, 57344, 8192},
    {"gate+up", MANY_ALL_GATHER, 16384, 57344, 8192},
    {"down", MANY_REDUCE_SCATTER, 64, 8192, 28672},
    {"down", MANY_REDUCE_SCATTER, 512, 8192, 28672},
    {"down", MANY_REDUCE_SCATTER, 16384, 8192, 28672},
    {"o", MANY_REDUCE_SCATTER, 64, 8192, 8192},
    {"o", MANY_REDUCE_SCATTER, 512, 8192, 8192},
    {"o", MANY_REDUCE_SCATTER, 16384, 8192, 8192},
    {"grid", MANY_GRID, 16384, 16384, 16384},
    {"grid", MANY_GRID, 32768, 32768, 32768},
};
static const char *const operations[] = {[MANY_ALL_GATHER] = "all-gather",
                                         [MANY_REDUCE_SCATTER] = "reduce-scatter",
                                         [MANY_GRID] = "grid"};

// ---- cuBLAS, alone and with NCCL ----------------------------------------------------------------

static void cublas_gather(struct rank *me, const struct many_gemm *g, bool gather)
{
    const struct many_part rows = many_rows(g, me->count, me->number);
    const struct many_part cols = many_cols(g, me->count, me->number);
    const size_t shard = (size_t)rows.each * (size_t)g->lda;
    uint16_t *A = rank_memory(me, MEMORY_GATHERED, shard * (size_t)me->count * sizeof *A);
    if (gather)
        collectives_all_gather(me, g->A[me->number], A, shard);
    cublas_product(me, g->m, cols.size, g->k, A, g->lda, g->B[me->number], g->ldb, g->C[me->number],
                   g->ldc);
}

static void cublas_scatter(struct rank *me, const struct many_gemm *g, bool scatter)
{
    const struct many_part rows = many_rows(g, me->count, me->number);
    const struct many_part depth = many_depth(g, me->count, me->number);
    const size_t shard = (size_t)rows.each * (size_t)g->n;
    uint16_t *C = rank_memory(me, MEMORY_PARTIAL, shard * (size_t)me->count * sizeof *C);
    cublas_product(me, g->m, g->n, depth.size, g->A[me->number], g->lda, g->B[me->number], g->ldb,
                   C, g->n);
    if (scatter)
        collectives_reduce_scatter(me, C, g->C[me->number], shard);
}

static void cublas_alone(struct rank *me, const struct many_gemm *g)
{
    g->operation == MANY_ALL_GATHER ? cublas_gather(me, g, false) : cublas_scatter(me, g, false);
}

static void cublas_nccl(struct rank *me, const struct many_gemm *g)
{
    g->operation == MANY_ALL_GATHER ? cublas_gather(me, g, true) : cublas_scatter(me, g, true);
}

// ---- One GPU ------------------------------------------------------------------------------------

// The whole product, on rank 0, with operands like those of the grid.
static struct whole {
    uint16_t *A, *B, *C;
} whole;

static uint16_t *create_matrix(int rows, int cols, enum operand_seed seed, cudaStream_t stream)
{
    void *x;
    CUDA_CHECK(cudaMalloc(&x, (size_t)rows * (size_t)cols * sizeof(uint16_t)));
    operands_fill(x, rows, cols, cols, seed, 0, 0, stream);
    return x;
}

static void create_whole(struct rank *me, void *context)
{
    const struct many_gemm *g = context;
    if (me->number > 0)
        return;
    whole.A = create_matrix(g->m, g->k, SEED_A, me->compute);
    whole.B = create_matrix(g->n, g->k, SEED_B, me->compute);
    whole.C = create_matrix(g->m, g->n, SEED_C, me->compute);
    CUDA_CHECK(cudaDeviceSynchronize());
}

static void free_whole(struct rank *me, void *context)
{
    (void)context;
    if (me->number > 0)
        return;
    CUDA_CHECK(cudaFree(whole.A));
    CUDA_CHECK(cudaFree(whole.B));
    CUDA_CHECK(cudaFree(whole.C));
}

static void one_gpu(struct rank *me, const struct many_gemm *g)
{
    struct many_gemm one = *g;
    one.lda = one.ldb = g->k;
    if (me->number == 0)
        product(&one, g->m, g->n, g->k, whole.A, whole.B, 1, 0, whole.C, g->n);
}

// ---- One shape ----------------------------------------------------------------------------------

static bool bench_shape(struct ranks *all, const struct shape *shape, FILE *file)
{
    struct many_gemm g = {.operation = shape->operation,
                          .m = shape->m ? shape->m : 1024 * all->count,
                          .n = shape->n ? shape->n : 4096 * all->count,
                          .k = shape->k,
                          .alpha = 1};
    enum { ALONE = 2, MOST = 12 };
    const bool grid = g.operation == MANY_GRID;
    struct many_contender them[MOST] = {
        grid ? (struct many_contender){.name = "one GPU: 09", .run = one_gpu}
             : (struct many_contender){.name = "compute: cuBLAS best of 8", .run = cublas_alone},
        {.name = "compute: 09", .run = compute_only}};
    const char *checks[MOST] = {"-", "-"};
    int count = ALONE;
    bool right = true;
    if (all->have_nccl && !grid)
        them[count++] = (struct many_contender){.name = "cuBLAS + NCCL", .run = cublas_nccl};
    for (int i = 0; i < many_step_count && count < MOST; i++)
        if (many_steps[i].operation == g.operation && (all->have_nccl || !many_steps[i].needs_nccl))
            them[count++] =
                (struct many_contender){.name = many_steps[i].name, .run = many_steps[i].run};
    operands_create(all, &g, 0);
    if (grid)
        ranks_run(all, create_whole, &g);
    for (int i = count - 1; i >= 0; i--) { // products alone last: by then A is gathered
        struct failure why;
        operands_reset_c(all, &g);
        ranks_run_operation(all, &g, them[i].run);
        if (i < ALONE)
            continue;
        const bool fine = operands_check(all, &g, &why);
        checks[i] = fine ? "ok" : "WRONG";
        if (!fine)
            fprintf(stderr, "%s: %s\n", them[i].name, why.text);
        right = right && fine;
    }
    many_measure(all, &g, them, count, REPS);
    operands_free(all, &g);
    if (grid)
        ranks_run(all, free_whole, NULL);
    const double alone = fmin(them[0].us.median, them[1].us.median);
    const bool gather = g.operation == MANY_ALL_GATHER,
               scatter = g.operation == MANY_REDUCE_SCATTER;
    for (int i = 0; i < count; i++) {
        const char *format = "%d\t%s\t%s\t%d\t%d\t%d\t%s\t%.1f\t%.1f\t%.3f\t%.1f\t%.3f\t%s\n";
        FILE *const outs[] = {file, stderr};
        for (int o = 0; o < 2; o++)
            fprintf(outs[o], format, all->count, operations[g.operation], shape->name, g.m,
                    gather ? g.n / all->count : g.n, scatter ? g.k / all->count : g.k, them[i].name,
                    them[i].us.median, them[i].us.min, them[i].us.spread, them[i].us.median - alone,
                    alone / them[i].us.median, checks[i]);
    }
    return right;
}

// ---- The record ---------------------------------------------------------------------------------

int main(int argc, char **argv)
{
    static struct all_gpus all;
    char date[32];
    int driver = 0;
    const time_t now = time(NULL);
    const int status = all_gpus_open(&all, "many_gpus", argc, argv);
    if (status != 0)
        return status;
    CUDA_CHECK(cudaDriverGetVersion(&driver));
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    if (!all.ranks.have_nccl)
        fprintf(stderr, "many_gpus: %s\n", all.ranks.no_nccl.text);
    fprintf(
        all.record.file,
        "# %d x %s, driver API %d, %s, commit %s; peer access %s\n"
        "# bf16 in and out, B stored n x k; n of an all-gather and k of a reduce-scatter: of one "
        "GPU\n"
        "# us: of the slowest GPU, median of %d, all in turn; exposed: us less the faster of the "
        "two products alone\n"
        "gpus\toperation\tshape\tm\tn\tk\twhat\tus\tus_min\tspread\texposed_"
        "us\tefficiency\tcheck\n",
        all.ranks.count, all.gpu.name, driver, date, argv[1], all.ranks.peers ? "yes" : "no", REPS);
    bool right = true;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        right = bench_shape(&all.ranks, &shapes[i], all.record.file) && right;
    if (all_gpus_close(&all, "many_gpus") != 0)
        return 1;
    printf("%s\n", all.path);
    return right ? 0 : 1;
}
