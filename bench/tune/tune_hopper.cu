// SPDX-License-Identifier: MIT
//
// tune_hopper.cu: what the kernels of 09_hopper/11_tuned take: `make tune-hopper`.
//
// A row for each shape and each kernel that might suit it, and one for cuBLAS, separated by tabs:
//
//     shape, kernel, microseconds, cuBLAS's time over it
//
// A kernel is a tile of the list in tuned.h, or 64x16/4s: 64 x 16, a cluster of 4 shares k, s: A
// and B have changed places. f16, N(0,1), B is n x k. In rounds of shuffled order, the GPU idle
// before each (common/base/rounds.h), the L2 cache as the one before left it. Each result is
// compared with cuBLAS's before it is timed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "09_hopper/11_tuned/tuned.h"
#include "common/base/rounds.h"
#include "common/base/timer.h"
#include "common/device/index.h"
#include "common/driver/gpu/cublas.h"
#include "common/step/matrix.h"
#include "tune.h"

enum { LARGEST_A = 8192 * 8192, LARGEST_B = 7168 * 16384, LARGEST_C = 4096 * 32768 };
enum { MOST_ENTRANTS = 96, HOLD_CYCLES = 200000 };
static const int REPETITIONS = 7;

struct entrant {
    char name[32];
    tuned_tile_fn *tile;
    tuned_split_fn *split;
    int blocks;
    bool swapped;
    double us[16];
};
static struct entrant entrants[MOST_ENTRANTS];
static struct machine gpu;
static int count;
static void *d_A, *d_B, *d_C;
static float *d_right;
static unsigned *d_worst;
static cudaEvent_t start, stop;

// ---- Entrants -----------------------------------------------------------------------------------

static void add(const char *name, tuned_tile_fn *tile, tuned_split_fn *split, int blocks,
                bool swapped)
{
    if (count == MOST_ENTRANTS)
        return;
    struct entrant *const e = &entrants[count++];
    *e = (struct entrant){};
    snprintf(e->name, sizeof e->name, "%s", name);
    e->tile = tile, e->split = split, e->blocks = blocks, e->swapped = swapped;
}

// Not those that leave most of the GPU idle, or most of a tile empty.
static void add_tile(const struct gemm_problem *p, int sms, enum tuned_kernel kernel,
                     const char *name, tuned_tile_fn *tile)
{
    const struct hopper_shape s = tuned_shape(kernel);
    const int tiles = ceil_div(p->m, s.bm) * ceil_div(p->n, s.bn);
    if (tile && tuned_tile_takes(kernel, HOPPER_C_F32, p) && (p->m > s.bm / 2 || s.bm == 128) &&
        tiles > sms / 3 && p->m > s.bm * (s.cluster - 1))
        add(name, tile, NULL, 0, false);
}

static void add_splits(const struct gemm_problem *p, int sms, int rows, int wide,
                       tuned_split_fn *split)
{
    for (int swapped = 0; swapped < 2; swapped++) {
        const int down = ceil_div(swapped ? p->n : p->m, rows);
        const int right = ceil_div(swapped ? p->m : p->n, wide);
        const int of_wide = swapped ? p->m : p->n;
        if (2 * of_wide < wide && wide > 16)
            continue;
        const bool few = rows == 64 && wide <= 64; // of few rows of C the tile is mostly empty
        if (swapped ? right > 2 : (p->m <= rows / 2 && !few) || (wide < 64 && down > 4))
            continue;
        for (int blocks = 1; blocks <= TUNED_MOST_BLOCKS; blocks++) {
            const int all = down * right * blocks;
            char name[32];
            snprintf(name, sizeof name, "%dx%d/%d%s", rows, wide, blocks, swapped ? "s" : "");
            if (all >= sms / 3 && all <= 4 * sms && ceil_div(p->k, HOPPER_BK) >= 2 * blocks)
                add(name, NULL, split, blocks, swapped);
        }
    }
}

static void choose_entrants(const struct gemm_problem *p, int sms)
{
    count = 0;
    add("cublas", NULL, NULL, 0, false);
#define ADD_TILE(name, bm, bn, stages, down, across, turns, of_c) \
    add_tile(p, sms, TUNED_##name, #name, TUNED_32_##of_c(tuned_##name##_f16));
    TUNED_TILES(ADD_TILE)
#define ADD_SPLITS(rows, wide) add_splits(p, sms, rows, wide, tuned_split_##rows##x##wide##_f16);
    TUNED_SPLITS(ADD_SPLITS)
}

static void run(const struct entrant *e, const struct gemm *g)
{
    struct failure why;
    if (e->tile)
        e->tile(g);
    else if (e->split)
        e->split(g, HOPPER_C_F32, e->blocks, e->swapped);
    else if (!cublas_gemm(DTYPE_F16, DTYPE_F32, &g->problem, g->A, g->B, g->C, &why)) {
        fprintf(stderr, "tune-hopper: %s\n", why.text);
        exit(1);
    }
}

// ---- Times --------------------------------------------------------------------------------------

// The host needs longer to launch a kernel than many of these run: the GPU is held meanwhile.
__global__ void hold(long long cycles)
{
    const long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
}

static double time_once(const struct entrant *e, const struct gemm *g)
{
    float ms;
    hold<<<1, 1>>>(HOLD_CYCLES);
    CUDA_CHECK(cudaEventRecord(start, NULL));
    run(e, g);
    CUDA_CHECK(cudaEventRecord(stop, NULL));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    return 1e3 * ms;
}

__global__ void compare(const float *a, const float *b, size_t elements, unsigned *worst)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < elements;
         i += (size_t)gridDim.x * blockDim.x) {
        const float d = fabsf(a[i] - b[i]);
        atomicMax(worst, d >= 0 ? __float_as_uint(d) : 0x7F800000u); // NaN: infinite
    }
}

static float difference(size_t elements)
{
    float worst;
    CUDA_CHECK(cudaMemset(d_worst, 0, sizeof *d_worst));
    compare<<<1024, 256>>>((const float *)d_C, d_right, elements, d_worst);
    CUDA_CHECK(cudaMemcpy(&worst, d_worst, sizeof worst, cudaMemcpyDeviceToHost));
    return worst;
}

static void shape_rows(int m, int n, int k)
{
    static uint64_t random_state = 1;
    struct gemm g = {};
    g.problem.m = m, g.problem.n = n, g.problem.k = k;
    g.problem.alpha = 1, g.problem.trans_b = true;
    g.problem.lda = g.problem.ldb = k, g.problem.ldc = n;
    g.A = d_A, g.B = d_B, g.C = d_right;
    choose_entrants(&g.problem, gpu.sm_count);
    run(&entrants[0], &g);
    g.C = d_C;
    const size_t elements = (size_t)m * (size_t)n;
    for (int i = 1; i < count; i++) {
        CUDA_CHECK(cudaMemset(d_C, 0xFF, elements * sizeof(float)));
        run(&entrants[i], &g);
        const float wrong = difference(elements);
        if (!(wrong <= 1e-5f * (float)k)) {
            printf("wrong\t%dx%dx%d\t%s\t%g\n", m, n, k, entrants[i].name, wrong);
            entrants[i--] = entrants[--count];
        }
    }
    double last = 0;
    for (int r = 0; r < REPETITIONS; r++) {
        int order[MOST_ENTRANTS];
        for (int i = 0; i < count; i++)
            order[i] = i;
        shuffle(&random_state, order, count);
        for (int i = 0; i < count; i++) {
            rest_after(1e-3 * last);
            last = entrants[order[i]].us[r] = time_once(&entrants[order[i]], &g);
        }
    }
    double cublas = 0;
    for (int i = 0; i < count; i++) {
        struct entrant *const e = &entrants[i];
        const double us = statistics_of(e->us, REPETITIONS).median;
        cublas = i == 0 ? us : cublas;
        printf("%dx%dx%d\t%s\t%.2f\t%.3f\n", m, n, k, e->name, us, cublas / us);
    }
    fflush(stdout);
}

// ---- The program --------------------------------------------------------------------------------

// The same elements over and over: the host does not check so many of them at a time.
static void *random_f16(size_t elements, unsigned seed)
{
    enum { ROW = 8192, ROWS = 1024 };
    struct matrix M;
    char *d = NULL;
    if (!matrix_alloc(&M, DTYPE_F16, ROWS, ROW, ROW)) {
        fprintf(stderr, "tune-hopper: out of memory\n");
        exit(1);
    }
    matrix_fill_random(&M, seed);
    const size_t bytes = elements * sizeof(uint16_t), once = matrix_bytes(&M);
    CUDA_CHECK(cudaMalloc((void **)&d, bytes));
    for (size_t at = 0; at < bytes; at += once)
        CUDA_CHECK(cudaMemcpy(d + at, M.data, bytes - at < once ? bytes - at : once,
                              cudaMemcpyHostToDevice));
    matrix_free(&M);
    return d;
}

int main(int argc, char **argv)
{
    gpu = open_gpu("tune-hopper", 9);
    d_A = random_f16(LARGEST_A, 1);
    d_B = random_f16(LARGEST_B, 2);
    CUDA_CHECK(cudaMalloc(&d_C, sizeof(float) * LARGEST_C));
    CUDA_CHECK(cudaMalloc((void **)&d_right, sizeof(float) * LARGEST_C));
    CUDA_CHECK(cudaMalloc((void **)&d_worst, sizeof *d_worst));
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    tune_header(&gpu, argc > 1 ? argv[1] : "unknown");
    printf("# cuBLAS: %d\n# mxnxk\tkernel\tmicroseconds\tof cuBLAS\n", cublas_version());
    static const int thin[][2] = {{2112, 7168},  {576, 7168},  {24576, 1536}, {32768, 512},
                                  {7168, 16384}, {4096, 7168}, {7168, 2048}};
    static const int rows[] = {16, 64, 128, 512, 4096};
    static const int squares[] = {512, 1024, 1536, 2048, 3072, 4095, 4096, 8192};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t j = 0; j < sizeof thin / sizeof *thin; j++)
            shape_rows(rows[i], thin[j][0], thin[j][1]);
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++)
        shape_rows(squares[i], squares[i], squares[i]);
    tune_random_shapes(14, 8, shape_rows); // of 8 each: nothing must be packed
    return 0;
}
