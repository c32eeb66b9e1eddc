// SPDX-License-Identifier: MIT
//
// tune_hopper.cu: what the kernels of 09_hopper/11_tuned take: `make tune-hopper`.
//
// A row for each shape and each kernel that might suit it, and one each for cuBLAS and cuBLASLt
// (the fastest of the algorithms that its heuristic names), separated by tabs:
//
//     shape, kernel, microseconds, the time of the faster library over it, GB/s of A, B and C,
//     "plan" if the plan chooses it
//
// A kernel is a tile of the list in tuned.h, or 64x16/4s: 64 x 16, a cluster of 4 shares k, s: A
// and B have changed places; or few: 14_few_rows. Of few rows, `read` only reads B. N(0,1); in
// rounds of shuffled order, the GPU idle before each (common/base/rounds.h), the L2 cache as the
// one before left it. Each result is compared with cuBLAS's, in float32, before it is timed.
//
//     tune_hopper COMMIT
//         f16, C in float32, B is n x k: 57 shapes
//     tune_hopper COMMIT bf16-bf16 nn,nt 1024,16x14336x4096
//         these types, layouts and shapes
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "09_hopper/11_tuned/tuned.h"
#include "bench/gemm/gemm.h"
#include "common/base/rounds.h"
#include "common/base/timer.h"
#include "common/device/index.h"
#include "common/driver/gpu/cublas.h"
#include "common/step/matrix.h"
#include "tune.h"

enum { LARGEST_A = 8192 * 14336, LARGEST_B = 8192 * 28672, LARGEST_C = 4096 * 32768 };
enum { MOST_CANDIDATES = 96, HOLD_CYCLES = 200000, REPETITIONS = 7 };

enum kind { CUBLAS, CUBLAS_LT, LIBRARIES, READ = LIBRARIES, TILE, SPLIT, FEW };

struct candidate {
    enum kind kind;
    char name[32];
    tuned_tile_fn *tile;
    tuned_split_fn *split;
    struct tuned_plan plan; // what the plan says if it chooses this kernel
    double us[REPETITIONS];
};
static struct candidate candidates[MOST_CANDIDATES];
static struct machine gpu;
static int count;
static void *d_A, *d_B, *d_C;
static float *d_right;
static unsigned *d_worst;
static cudaEvent_t start, stop;

// What is multiplied. Of C's two types the kernels with 16 bits take A's.
static enum dtype type_ab = DTYPE_F16, type_c = DTYPE_F32;
static bool trans_b = true;

// ---- Candidates ---------------------------------------------------------------------------------

static enum hopper_type_c c_of_kernels(void)
{
    return type_c == DTYPE_F32 ? HOPPER_C_F32 : type_c == DTYPE_F16 ? HOPPER_C_F16 : HOPPER_C_BF16;
}

static struct candidate *add(enum kind kind, const char *name)
{
    if (count == MOST_CANDIDATES) {
        fprintf(stderr, "tune-hopper: more than %d candidates\n", MOST_CANDIDATES);
        exit(1);
    }
    struct candidate *const c = &candidates[count++];
    *c = (struct candidate){};
    c->kind = kind;
    snprintf(c->name, sizeof c->name, "%s", name);
    return c;
}

// Not those that leave most of the GPU idle, or most of a tile empty.
static void add_tile(const struct gemm_problem *p, int sms, enum tuned_kernel kernel,
                     const char *name, tuned_tile_fn *tile)
{
    const struct hopper_shape s = tuned_shape(kernel);
    const int tiles = ceil_div(p->m, s.bm) * ceil_div(p->n, s.bn);
    if (!tile || !tuned_tile_takes(kernel, c_of_kernels(), p) ||
        (p->m <= s.bm / 2 && s.bm != 128) || tiles <= sms / 3 || p->m <= s.bm * (s.down - 1))
        return;
    struct candidate *const c = add(TILE, name);
    c->tile = tile;
    c->plan.kernel = kernel;
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
        if (swapped ? right > 2
                    : (p->m <= rows / 2 && !few) || (wide < 64 && down > 4 && p->n > wide))
            continue;
        for (int blocks = 1; blocks <= TUNED_MOST_BLOCKS; blocks++) {
            const int all = down * right * blocks;
            char name[32];
            snprintf(name, sizeof name, "%dx%d/%d%s", rows, wide, blocks, swapped ? "s" : "");
            if (all < sms / 3 || all > 4 * sms || ceil_div(p->k, HOPPER_BK) < 2 * blocks)
                continue;
            struct candidate *const c = add(SPLIT, name);
            c->split = split;
            c->plan = (struct tuned_plan){TUNED_SPLIT, rows, wide, blocks, swapped != 0};
        }
    }
}

static void choose_candidates(const struct gemm_problem *p, int sms)
{
    const int types = 2 * (type_c != DTYPE_F32) + (type_ab == DTYPE_BF16);
    count = 0;
    add(CUBLAS, "cublas");
    add(CUBLAS_LT, "cublaslt");
#define ADD_TILE(name, bm, bn, stages, down, across, turns, of_c) \
    { \
        tuned_tile_fn *const fns[] = { \
            TUNED_32_##of_c(tuned_##name##_f16), TUNED_32_##of_c(tuned_##name##_bf16), \
            TUNED_16_##of_c(tuned_##name##_f16_f16), TUNED_16_##of_c(tuned_##name##_bf16_bf16)}; \
        add_tile(p, sms, TUNED_##name, #name, fns[types]); \
    }
    TUNED_TILES(ADD_TILE)
#define ADD_SPLITS(rows, wide) \
    add_splits(p, sms, rows, wide, \
               type_ab == DTYPE_F16 ? tuned_split_##rows##x##wide##_f16 \
                                    : tuned_split_##rows##x##wide##_bf16);
    TUNED_SPLITS(ADD_SPLITS)
}

static void add_few_rows(const struct gemm_problem *p)
{
    if (p->m <= FEW_MOST_ROWS)
        add(READ, "read");
    for (int swapped = 0; swapped < 2; swapped++)
        if ((swapped ? p->n : p->m) <= FEW_MOST_ROWS) {
            struct candidate *const c = add(FEW, swapped ? "few/s" : "few");
            c->plan = (struct tuned_plan){.kernel = TUNED_FEW_ROWS, .swapped = swapped != 0};
        }
}

static bool is_planned(const struct candidate *c, const struct tuned_plan *plan)
{
    return c->kind >= TILE && c->plan.kernel == plan->kernel && c->plan.rows == plan->rows &&
           c->plan.wide == plan->wide && c->plan.blocks == plan->blocks &&
           c->plan.swapped == plan->swapped;
}

// cuBLASLt takes the benchmark's problem (bench/gemm). A library may have no product for a shape.
static bool run_library(const struct candidate *c, const struct gemm *g)
{
    struct failure why;
    struct problem problem = {};
    if (c->kind == CUBLAS)
        return cublas_gemm(type_ab, type_c, &g->problem, g->A, g->B, g->C, &why);
    problem.p = g->problem;
    problem.A.type = problem.B.type = type_ab;
    problem.A.rows = g->problem.m, problem.A.cols = g->problem.k;
    problem.B.rows = g->problem.trans_b ? g->problem.n : g->problem.k;
    problem.B.cols = g->problem.trans_b ? g->problem.k : g->problem.n;
    problem.type_c = type_c;
    problem.d_A = (void *)g->A, problem.d_B = (void *)g->B, problem.d_C = g->C;
    return cublas_lt_gemm(&problem, &why);
}

// Reads all of p, eight vectors of a thread at a time.
__global__ void __launch_bounds__(256) read_all(const uint4 *p, size_t vectors, uint4 *never)
{
    enum { AT_ONCE = 8 };
    uint4 x = {};
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < vectors;
         i += AT_ONCE * step) {
        uint4 v[AT_ONCE];
#pragma unroll
        for (int u = 0; u < AT_ONCE; u++)
            v[u] = i + u * step < vectors ? __ldcs(p + i + u * step) : make_uint4(0, 0, 0, 0);
#pragma unroll
        for (int u = 0; u < AT_ONCE; u++)
            x.x ^= v[u].x, x.y ^= v[u].y, x.z ^= v[u].z, x.w ^= v[u].w;
    }
    if (x.x == 1 && x.y == 2 && x.z == 3 && x.w == 4) // or the compiler would not load
        *never = x;
}

static bool run(const struct candidate *c, const struct gemm *g)
{
    if (c->kind < LIBRARIES)
        return run_library(c, g);
    if (c->kind == READ)
        read_all<<<8 * gpu.sm_count, 256>>>(
            (const uint4 *)g->B, (size_t)g->problem.n * (size_t)g->problem.k / 8, (uint4 *)g->C);
    else if (c->kind == TILE)
        c->tile(g);
    else if (c->kind == FEW)
        (type_ab == DTYPE_F16 ? few_rows_f16 : few_rows_bf16)(g, c_of_kernels(), c->plan.swapped);
    else
        c->split(g, c_of_kernels(), c->plan.blocks, c->plan.swapped);
    return true;
}

// ---- Results ------------------------------------------------------------------------------------

static __device__ float element(const void *C, size_t i, enum hopper_type_c type)
{
    return type == HOPPER_C_F32   ? ((const float *)C)[i]
           : type == HOPPER_C_F16 ? __half2float(((const __half *)C)[i])
                                  : __bfloat162float(((const __nv_bfloat16 *)C)[i]);
}

__global__ void compare(const void *C, enum hopper_type_c type, float rounding, const float *right,
                        size_t elements, unsigned *worst)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < elements;
         i += (size_t)gridDim.x * blockDim.x) {
        const float d = fabsf(element(C, i, type) - right[i]) - rounding * fabsf(right[i]);
        atomicMax(worst, d >= 0 ? __float_as_uint(d) : d < 0 ? 0 : 0x7F800000u); // NaN: infinite
    }
}

// The largest difference from cuBLAS's result in float32, without the rounding to C's type.
static float difference(size_t elements)
{
    const float rounding = type_c == DTYPE_F32 ? 0 : type_c == DTYPE_F16 ? 0x1p-11f : 0x1p-8f;
    float worst;
    CUDA_CHECK(cudaMemset(d_worst, 0, sizeof *d_worst));
    compare<<<1024, 256>>>(d_C, c_of_kernels(), rounding, d_right, elements, d_worst);
    CUDA_CHECK(cudaMemcpy(&worst, d_worst, sizeof worst, cudaMemcpyDeviceToHost));
    return worst;
}

// Removes the candidates that have no such product or are wrong. (In f16 the libraries may add in
// f16: their results are not compared.)
static void keep_right_ones(struct gemm *g)
{
    const struct gemm_problem *const p = &g->problem;
    const size_t elements = (size_t)p->m * (size_t)p->n;
    struct failure why;
    if (!cublas_gemm(type_ab, DTYPE_F32, p, g->A, g->B, d_right, &why)) {
        fprintf(stderr, "tune-hopper: %s\n", why.text);
        exit(1);
    }
    for (int i = 0; i < count; i++) {
        CUDA_CHECK(cudaMemset(d_C, 0xFF, elements * dtype_size(type_c)));
        const bool has = run(&candidates[i], g);
        const float wrong = has && candidates[i].kind >= TILE ? difference(elements) : 0;
        if (has && wrong <= 1e-5f * (float)p->k)
            continue;
        if (has)
            printf("wrong\t%dx%dx%d\t%s\t%g\n", p->m, p->n, p->k, candidates[i].name, wrong);
        count--;
        for (int j = i; j < count; j++)
            candidates[j] = candidates[j + 1];
        i--;
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

static void start_clock(void)
{
    hold<<<1, 1>>>(HOLD_CYCLES);
    CUDA_CHECK(cudaEventRecord(start, NULL));
}

static double stop_clock(void)
{
    float ms;
    CUDA_CHECK(cudaEventRecord(stop, NULL));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    return ms;
}

// By this function cublas_lt.c chooses an algorithm.
double time_once(const struct problem *problem, const struct entrant *entrant)
{
    struct failure why;
    start_clock();
    entrant->peer(problem, &why);
    return stop_clock();
}

static void time_all(const struct gemm *g)
{
    static uint64_t random_state = 1;
    double last = 0;
    for (int r = 0; r < REPETITIONS; r++) {
        int order[MOST_CANDIDATES];
        for (int i = 0; i < count; i++)
            order[i] = i;
        shuffle(&random_state, order, count);
        for (int i = 0; i < count; i++) {
            struct candidate *const c = &candidates[order[i]];
            rest_after(last);
            start_clock();
            run(c, g);
            last = stop_clock();
            c->us[r] = 1e3 * last;
        }
    }
}

static void print_rows(const struct gemm_problem *p)
{
    const struct tuned_plan plan = hopper_tuned_plan(p, c_of_kernels(), gpu.sm_count);
    const double m = p->m, n = p->n, k = p->k;
    const double bytes = 2 * (m * k + n * k) + (double)dtype_size(type_c) * m * n;
    double library = INFINITY;
    for (int i = 0; i < count; i++) {
        struct candidate *const c = &candidates[i];
        const double us = statistics_of(c->us, REPETITIONS).median;
        if (c->kind < LIBRARIES)
            library = fmin(library, us);
    }
    for (int i = 0; i < count; i++) {
        struct candidate *const c = &candidates[i];
        const double us = statistics_of(c->us, REPETITIONS).median;
        printf("%dx%dx%d\t%s\t%.2f\t%.3f\t%.0f\t%s\n", p->m, p->n, p->k, c->name, us, library / us,
               1e-3 * bytes / us, is_planned(c, &plan) ? "plan" : "");
    }
    fflush(stdout);
}

static void shape_rows(int m, int n, int k)
{
    struct gemm g = {};
    g.problem.m = m, g.problem.n = n, g.problem.k = k;
    g.problem.alpha = 1, g.problem.trans_b = trans_b;
    g.problem.lda = k, g.problem.ldb = trans_b ? k : n, g.problem.ldc = n;
    g.A = d_A, g.B = d_B, g.C = d_C;
    choose_candidates(&g.problem, gpu.sm_count);
    add_few_rows(&g.problem);
    keep_right_ones(&g);
    time_all(&g);
    print_rows(&g.problem);
}

// ---- The program --------------------------------------------------------------------------------

// The same elements over and over: the host does not check so many of them at a time.
static void *random_elements(size_t elements, unsigned seed)
{
    enum { ROW = 8192, ROWS = 1024 };
    struct matrix M;
    char *d = NULL;
    if (!matrix_alloc(&M, type_ab, ROWS, ROW, ROW)) {
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

static void sweep(void)
{
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
}

static void bad_request(const char *what)
{
    fprintf(stderr, "tune-hopper: %s\n", what);
    exit(2);
}

static void parse_types(const char *text)
{
    if (strncmp(text, "bf16-", 5) == 0)
        type_ab = DTYPE_BF16, text += 5;
    else if (strncmp(text, "f16-", 4) == 0)
        type_ab = DTYPE_F16, text += 4;
    else
        bad_request("A and B are f16 or bf16");
    if (strcmp(text, "f32") == 0)
        type_c = DTYPE_F32;
    else if (strcmp(text, type_ab == DTYPE_F16 ? "f16" : "bf16") == 0)
        type_c = type_ab;
    else
        bad_request("C is f32, or of the type of A and B");
}

// "1024,16x14336x4096"
static void shapes_of(const char *text)
{
    while (*text) {
        char *end;
        int size[3], given = 0;
        do
            size[given++] = (int)strtol(text, &end, 10), text = end + (*end == 'x');
        while (given < 3 && *end == 'x');
        if (given == 1)
            size[1] = size[2] = size[0];
        const double m = size[0], n = given == 2 ? 0 : size[1], k = size[2];
        if (!(m > 0 && n > 0 && k > 0 && m * k <= LARGEST_A && n * k <= LARGEST_B &&
              m * n <= LARGEST_C) ||
            (*end && *end != ','))
            bad_request("shapes are 1024 or 16x14336x4096, separated by commas");
        shape_rows(size[0], size[1], size[2]);
        text = end + (*end == ',');
    }
}

int main(int argc, char **argv)
{
    int version;
    gpu = open_gpu("tune-hopper", 9);
    if (argc != 1 && argc != 2 && argc != 5)
        bad_request("COMMIT [TYPES LAYOUTS SHAPES]");
    if (argc == 5)
        parse_types(argv[2]);
    d_A = random_elements(LARGEST_A, 1);
    d_B = random_elements(LARGEST_B, 2);
    CUDA_CHECK(cudaMalloc(&d_C, sizeof(float) * LARGEST_C));
    CUDA_CHECK(cudaMalloc((void **)&d_right, sizeof(float) * LARGEST_C));
    CUDA_CHECK(cudaMalloc((void **)&d_worst, sizeof *d_worst));
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    tune_header(&gpu, argc > 1 ? argv[1] : "unknown");
    cublas_sgemm(); // loads cuBLAS, which then has a version
    if (!cublas_lt_open(&version))
        version = 0;
    printf("# cuBLAS: %d, cuBLASLt: %d\n", cublas_version(), version);
    for (int t = 0; t < 2; t++) {
        trans_b = t == 0;
        if (argc == 5 ? !strstr(argv[3], trans_b ? "nt" : "nn") : !trans_b)
            continue;
        printf("# types: %s, %s\n# mxnxk\tkernel\tmicroseconds\tof library\tGB/s\tplan\n",
               argc == 5 ? argv[2] : "f16-f32", trans_b ? "nt" : "nn");
        if (argc == 5)
            shapes_of(argv[4]);
        else
            sweep();
    }
    return 0;
}
