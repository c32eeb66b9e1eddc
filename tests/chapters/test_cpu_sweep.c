// SPDX-License-Identifier: MIT
//
// Chapter 01, beyond what every step is held to: all sizes in a row, every width of vectors, every
// number of threads, matrices that end where the memory ends, and no memory left.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../01_cpu/cpu.h"
#include "../../01_cpu/parts/processor.h"

// ---- Memory that can be refused, and that is watched --------------------------------------------
// This aligned_alloc replaces the C library's in this program.

static bool refuse_memory;
static _Atomic size_t requested; // bytes in all; threads ask, too

void *aligned_alloc(size_t alignment, size_t size)
{
    requested += size;
    void *memory;
    return refuse_memory || posix_memalign(&memory, alignment, size) != 0 ? NULL : memory;
}

// ---- Matrices between two pages that must not be touched ----------------------------------------

// rows x cols elements whose rows start ld apart, the last of which ends at (or, `at_start`, the
// first starts at) the border of an inaccessible page.
struct fenced {
    void *data;
    void *map;
    size_t map_bytes;
};

static size_t whole_pages(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) / page * page;
}

static struct fenced fenced_new(int rows, int cols, int ld, size_t size, bool at_start)
{
    size_t bytes = rows == 0 ? 0 : ((size_t)(rows - 1) * (size_t)ld + (size_t)cols) * size;
    size_t page = whole_pages(1), inner = whole_pages(bytes);
    struct fenced f = {.map_bytes = inner + 2 * page};
    f.map = mmap(NULL, f.map_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq(f.map, MAP_FAILED, "no memory for the test itself");
    char *start = (char *)f.map + page;
    cr_assert_eq(mprotect(f.map, page, PROT_NONE), 0);
    cr_assert_eq(mprotect(start + inner, page, PROT_NONE), 0);
    f.data = at_start ? start : start + inner - bytes;
    return f;
}

static void fenced_free(struct fenced *f) { munmap(f->map, f->map_bytes); }

// ---- One problem, checked ------------------------------------------------------------------------

struct shape {
    int m, n, k;
    int pad; // every ld is the row length plus this
    double alpha, beta;
};

static uint32_t random_state = 1;

static double random_unit(void) // in [-1, 1), exact in float
{
    random_state = random_state * 1664525u + 1013904223u;
    return (double)(random_state >> 8) / (1 << 23) - 1;
}

// One matrix for float and double: get and set by the size of an element.
static double get(const void *data, ptrdiff_t index, size_t size)
{
    return size == sizeof(float) ? (double)((const float *)data)[index]
                                 : ((const double *)data)[index];
}

static void set(void *data, ptrdiff_t index, size_t size, double value)
{
    if (size == sizeof(float))
        ((float *)data)[index] = (float)value;
    else
        ((double *)data)[index] = value;
}

static const double BETWEEN_ROWS = 12345; // what must still be there afterwards

static void fill(struct fenced *f, int rows, int cols, int ld, size_t size)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < (i + 1 < rows ? ld : cols); j++)
            set(f->data, (ptrdiff_t)i * ld + j, size, j < cols ? random_unit() : BETWEEN_ROWS);
}

struct case_ {
    struct shape shape;
    size_t size; // of an element
    int lda, ldb, ldc;
    struct fenced A, B, C, C_before;
    double *expected, *allowed; // m x n
};

static struct case_ case_new(struct shape s, size_t size, bool at_start)
{
    struct case_ x = {s, size, s.k + s.pad, s.n + s.pad, s.n + s.pad, {0}, {0}, {0}, {0}, 0, 0};
    x.A = fenced_new(s.m, s.k, x.lda, size, at_start);
    x.B = fenced_new(s.k, s.n, x.ldb, size, at_start);
    x.C = fenced_new(s.m, s.n, x.ldc, size, at_start);
    x.C_before = fenced_new(s.m, s.n, x.ldc, size, at_start);
    fill(&x.A, s.m, s.k, x.lda, size);
    fill(&x.B, s.k, s.n, x.ldb, size);
    fill(&x.C_before, s.m, s.n, x.ldc, size);

    size_t count = (size_t)s.m * (size_t)s.n;
    x.expected = calloc(count + 1, sizeof(double));
    x.allowed = calloc(count + 1, sizeof(double));
    double eps = size == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    for (int i = 0; i < s.m; i++) {
        double *sum = x.expected + (ptrdiff_t)i * s.n, *magnitude = x.allowed + (ptrdiff_t)i * s.n;
        for (int p = 0; p < s.k; p++) {
            double a = get(x.A.data, (ptrdiff_t)i * x.lda + p, size);
            for (int j = 0; j < s.n; j++) {
                double product = a * get(x.B.data, (ptrdiff_t)p * x.ldb + j, size);
                sum[j] += product;
                magnitude[j] += fabs(product);
            }
        }
        for (int j = 0; j < s.n; j++) {
            double before = s.beta * get(x.C_before.data, (ptrdiff_t)i * x.ldc + j, size);
            sum[j] = s.alpha * sum[j] + before;
            magnitude[j] = (s.k + 3) * eps * (fabs(s.alpha) * magnitude[j] + fabs(before));
        }
    }
    return x;
}

static void case_free(struct case_ *x)
{
    fenced_free(&x->A);
    fenced_free(&x->B);
    fenced_free(&x->C);
    fenced_free(&x->C_before);
    free(x->expected);
    free(x->allowed);
}

// Runs the step on a fresh C, which holds NaN where beta is 0, and checks every element and all
// memory between the rows.
static void check(const struct case_ *x, const char *name, sgemm_nn_fn *sgemm, dgemm_nn_fn *dgemm)
{
    struct shape s = x->shape;
    for (int i = 0; i < s.m; i++)
        for (int j = 0; j < (i + 1 < s.m ? x->ldc : s.n); j++) {
            ptrdiff_t at = (ptrdiff_t)i * x->ldc + j;
            double before = get(x->C_before.data, at, x->size);
            set(x->C.data, at, x->size, j < s.n && s.beta == 0 ? (double)NAN : before);
        }

    if (sgemm)
        sgemm(s.m, s.n, s.k, (float)s.alpha, x->A.data, x->lda, x->B.data, x->ldb, (float)s.beta,
              x->C.data, x->ldc);
    else
        dgemm(s.m, s.n, s.k, s.alpha, x->A.data, x->lda, x->B.data, x->ldb, s.beta, x->C.data,
              x->ldc);

    for (int i = 0; i < s.m; i++)
        for (int j = 0; j < (i + 1 < s.m ? x->ldc : s.n); j++) {
            double got = get(x->C.data, (ptrdiff_t)i * x->ldc + j, x->size);
            ptrdiff_t at = (ptrdiff_t)i * s.n + j;
            if (j >= s.n)
                cr_assert(got == BETWEEN_ROWS, "%s %d x %d x %d wrote between rows (%d, %d)", name,
                          s.m, s.n, s.k, i, j);
            else if (!(fabs(got - x->expected[at]) <= x->allowed[at]))
                cr_assert_fail("%s %s, %d threads, m %d n %d k %d, pad %d, alpha %g, beta %g: "
                               "C(%d, %d) is %.9g, not %.9g (+- %.2g)",
                               name, target_name(), omp_get_max_threads(), s.m, s.n, s.k, s.pad,
                               s.alpha, s.beta, i, j, got, x->expected[at], x->allowed[at]);
        }
}

static const char *const targets[] = {"avx512", "avx2", "neon", "plain"};
enum { TARGET_COUNT = sizeof targets / sizeof targets[0] };
static const int thread_counts[] = {1, 2, 3, 7};
enum { THREAD_COUNTS = sizeof thread_counts / sizeof thread_counts[0] };

static void check_tuned(const struct case_ *x)
{
    if (x->size == sizeof(float))
        check(x, "11_tuned", cpu_tuned, NULL);
    else
        check(x, "12_double", NULL, cpu_tuned_f64);
}

// ---- The tests -----------------------------------------------------------------------------------

// Every size from 1 to 130 passes each multiple of every tile and vector, and one more and one
// less.
Test(cpu_sweep, every_size, .timeout = 600)
{
    for (int size = 1; size <= 130; size++)
        for (int type = 0; type < 2; type++) {
            struct shape s = {size, size, size, size % 5, 1.5, size % 3 == 0 ? 0 : -0.5};
            struct case_ x = case_new(s, type ? sizeof(double) : sizeof(float), size % 2);
            for (int t = 0; t < THREAD_COUNTS; t++) {
                omp_set_num_threads(thread_counts[t]);
                check_tuned(&x);
            }
            case_free(&x);
        }
}

Test(cpu_sweep, every_target_and_step, .timeout = 600)
{
    static const int sizes[] = {1, 2, 5, 6, 7, 15, 16, 17, 31, 33, 48, 63, 64, 65, 100, 129};
    for (int target = 0; target < TARGET_COUNT; target++) {
        if (!target_choose(targets[target]))
            continue;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            struct shape s = {sizes[i], sizes[i], sizes[i], 3, -1, i % 2 ? 2 : 0};
            struct case_ x = case_new(s, sizeof(float), i % 2), y = case_new(s, sizeof(double), 0);
            for (int t = 0; t < 3; t++) {
                omp_set_num_threads(thread_counts[t]);
                for (int step = 0; step < chapter_01_cpu.step_count; step++)
                    check(&x, chapter_step(&chapter_01_cpu, step)->name,
                          chapter_step(&chapter_01_cpu, step)->run.sgemm_nn, NULL);
                check_tuned(&y);
            }
            case_free(&x);
            case_free(&y);
        }
    }
}

// Thin matrices have their own paths; long ones cross the borders of blocks.
Test(cpu_sweep, thin_and_long, .timeout = 600)
{
    static const int thin[] = {1, 2, 3, 6, 17, 18, 19, 37};
    static const int wide[] = {1, 63, 65, 257, 700};
    static const int deep[] = {1, 15, 16, 17, 513, 1100};
    for (size_t i = 0; i < sizeof thin / sizeof *thin; i++)
        for (size_t j = 0; j < sizeof wide / sizeof *wide; j++)
            for (size_t p = 0; p < sizeof deep / sizeof *deep; p++)
                for (int flip = 0; flip < 2; flip++) {
                    struct shape s = {thin[i], wide[j], deep[p], 1, 0.5, flip ? 0 : 1};
                    if (flip) {
                        s.m = wide[j];
                        s.n = thin[i];
                    }
                    struct case_ x =
                        case_new(s, (i + j) % 2 ? sizeof(float) : sizeof(double), flip);
                    omp_set_num_threads(1 + (int)(p + j) % 3);
                    check_tuned(&x);
                    case_free(&x);
                }
}

// More rows, columns or sums than a block of step 11 holds, for each width of vectors: its blocks
// and their order follow from that width and from the caches.
Test(cpu_sweep, larger_than_blocks, .timeout = 600)
{
    static const struct shape shapes[] = {{900, 40, 600, 1, 1.5, -0.5}, {8, 9000, 300, 0, -1, 0},
                                          {18, 9000, 19, 1, -1, 2},     {40, 4500, 20, 3, 2, 1},
                                          {1, 9000, 61, 2, 1, 2},       {20, 200, 2500, 0, 1, 0}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int type = 0; type < 2; type++) {
            struct case_ x = case_new(shapes[i], type ? sizeof(double) : sizeof(float), i % 2);
            for (int target = 0; target < TARGET_COUNT; target++)
                for (int threads = 1; threads <= 3; threads++)
                    if (target_choose(targets[target])) {
                        omp_set_num_threads(threads);
                        check_tuned(&x);
                    }
            case_free(&x);
        }
}

// As in BLAS: no work without rows or columns; with k or alpha 0, A and B are not read.
Test(cpu_sweep, empty_and_scale_only)
{
    static const struct shape shapes[] = {{0, 9, 9, 2, 1, 2}, {9, 0, 9, 2, 1, 2},
                                          {9, 9, 0, 2, 1, 2}, {9, 9, 0, 2, 1, 0},
                                          {1, 9, 0, 2, 1, 2}, {9, 1, 0, 2, 1, 0}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int type = 0; type < 2; type++) {
            struct case_ x = case_new(shapes[i], type ? sizeof(double) : sizeof(float), i % 2);
            check_tuned(&x);
            case_free(&x);
        }
    float c[4] = {1, 2, 3, 4}, nan[4] = {NAN, NAN, NAN, INFINITY};
    for (int step = 0; step < chapter_01_cpu.step_count; step++) {
        chapter_step(&chapter_01_cpu, step)->run.sgemm_nn(2, 2, 2, 0, nan, 2, nan, 2, 1, c, 2);
        for (int i = 0; i < 4; i++)
            cr_assert(c[i] == (float)(i + 1), "%s reads A or B when alpha is 0",
                      chapter_step(&chapter_01_cpu, step)->name);
    }
}

// One NaN in A spoils its row of C and nothing else; one Inf in B its column.
Test(cpu_sweep, nan_and_inf_stay_where_they_belong)
{
    static const int sizes[][3] = {{1, 40, 20}, {40, 1, 20}, {7, 70, 33}, {70, 70, 70}};
    for (size_t z = 0; z < sizeof sizes / sizeof *sizes; z++)
        for (int step = 0; step < chapter_01_cpu.step_count; step++) {
            int m = sizes[z][0], n = sizes[z][1], k = sizes[z][2];
            float A[70 * 70], B[70 * 70], C[70 * 70];
            for (int i = 0; i < 70 * 70; i++)
                A[i] = B[i] = C[i] = 1;
            int bad_row = m / 2, bad_col = n - 1;
            A[bad_row * k + k / 2] = NAN;
            B[(k - 1) * n + bad_col] = INFINITY;
            chapter_step(&chapter_01_cpu, step)->run.sgemm_nn(m, n, k, 1, A, k, B, n, 1, C, n);
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++) {
                    float c = C[i * n + j];
                    bool ok = i == bad_row   ? isnan(c)
                              : j == bad_col ? isinf(c)
                                             : c == (float)(k + 1);
                    cr_assert(ok, "%s: C(%d, %d) is %g", chapter_step(&chapter_01_cpu, step)->name,
                              i, j, (double)c);
                }
        }
}

// Without memory for its copies a step works without them.
Test(cpu_sweep, no_memory)
{
    static const struct shape shapes[] = {{70, 130, 90, 1, 1, 1},
                                          {5, 130, 90, 0, 2, 0},
                                          {130, 1, 90, 2, 1, 1},
                                          {1, 130, 90, 0, 1, 0}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct case_ x = case_new(shapes[i], sizeof(float), false);
        struct case_ y = case_new(shapes[i], sizeof(double), false);
        refuse_memory = true;
        for (int step = 0; step < chapter_01_cpu.step_count; step++)
            check(&x, chapter_step(&chapter_01_cpu, step)->name,
                  chapter_step(&chapter_01_cpu, step)->run.sgemm_nn, NULL);
        check_tuned(&y);
        refuse_memory = false;
        case_free(&x);
        case_free(&y);
    }
}

// No step takes more than 64 MiB beyond its operands, whatever the number of threads.
Test(cpu_sweep, modest_memory, .timeout = 600)
{
    static const struct shape shapes[] = {{40, 1500, 1100, 0, 1, 0},
                                          {3, 5000, 40, 0, 1, 0},
                                          {1500, 40, 1100, 0, 1, 0},
                                          {9, 8, 2200000, 0, 1, 0}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct case_ x = case_new(shapes[i], sizeof(float), false);
        omp_set_num_threads(150);
        for (int step = 0; step < chapter_01_cpu.step_count; step++) {
            requested = 0;
            check(&x, chapter_step(&chapter_01_cpu, step)->name,
                  chapter_step(&chapter_01_cpu, step)->run.sgemm_nn, NULL);
            cr_assert_leq(requested, (size_t)64 << 20, "%s asked for %zu bytes",
                          chapter_step(&chapter_01_cpu, step)->name, (size_t)requested);
        }
        cr_assert_gt(requested, 0, "steps do not call the watched aligned_alloc");
        case_free(&x);
    }
}
