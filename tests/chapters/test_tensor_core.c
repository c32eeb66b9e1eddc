// SPDX-License-Identifier: MIT
//
// test_tensor_core.c: the steps of chapter 07. Results are exact where the numbers are small
// integers; what is counted is what is predicted; and both for the instructions of every GPU.
// (test_tensor_core_layouts.c: how their tiles are stored.)
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "../../07_tensor_core/tensor_core.h"
#include "../../common/driver/gpu/gpu.h"
#include "../../common/device/index.h"
#include "../../common/step/kind.h"

// ---- One call ------------------------------------------------------------------------------------

struct problem {
    int m, n, k;
    int gap[3], before[3]; // elements between rows of A, B and C, and in front of them
    double alpha, beta;
};

static const struct gpu_ops *gpu;
static struct machine machine;

static void open_gpu(const char *name)
{
    struct failure why;
    gpu = gpu_ops();
    if (name && !gpu->choose(name, &why))
        cr_skip_test("this GPU is not emulated");
    cr_assert(gpu->open(&machine, &why), "%s", why.text);
    if (machine_capability(&machine) < 75)
        cr_skip_test("this GPU has no mma.sync for f16 of this shape");
}

static bool runs_here(const struct step *step)
{
    return step->kind == STEP_GEMM && step->min_compute_capability <= machine_capability(&machine);
}

// Small integers, from -largest to largest, and GAP in the bytes of the gaps: NaN in floats.
enum { GAP = 0xff };
static void *make(enum dtype type, struct shape shape, int ld, int before, int largest,
                  unsigned seed, double *values, size_t *bytes)
{
    const size_t element = dtype_size(type);
    *bytes = element * ((size_t)before + (size_t)shape.rows * (size_t)ld + 1);
    char *host = malloc(*bytes);
    cr_assert(host);
    memset(host, GAP, *bytes);
    for (int i = 0; i < shape.rows; i++)
        for (int j = 0; j < shape.cols; j++) {
            seed = seed * 1664525u + 1013904223u;
            double *value = &values[row_major(i, j, shape.cols)];
            *value = (int)(seed >> 16) % (2 * largest + 1) - largest;
            dtype_from_double(type, value, 1,
                              host + element * (size_t)(before + row_major(i, j, ld)));
        }
    return host;
}

static void compare_counts(const struct step *step, const struct gemm_problem *p,
                           const struct counts *counted)
{
    const struct counts predicted = step->predict(p);
    for (int i = 0; i < counts_number(); i++)
        cr_expect(counts_get(counted, i) == counts_get(&predicted, i),
                  "%s %s, m %d n %d k %d ld %d %d %d alpha %g beta %g: %s: counted %lld, "
                  "predicted %lld",
                  step->name, p->trans_b ? "NT" : "NN", p->m, p->n, p->k, p->lda, p->ldb, p->ldc,
                  p->alpha, p->beta, counts_name(i), counts_get(counted, i),
                  counts_get(&predicted, i));
}

static void check_result(const struct step *step, const struct gemm_problem *p, const double *A,
                         const double *B, const double *old, const char *C)
{
    const size_t element = dtype_size(step->type_c);
    for (int i = 0; i < p->m; i++)
        for (int j = 0; j < p->ldc; j++) {
            const char *c = C + element * (size_t)row_major(i, j, p->ldc);
            double got;
            dtype_to_double(step->type_c, c, 1, &got);
            if (j >= p->n) {
                for (size_t e = 0; e < element; e++)
                    cr_assert((unsigned char)c[e] == GAP, "%s: wrote between rows", step->name);
                continue;
            }
            double sum = 0;
            for (int q = 0; q < p->k && p->alpha != 0; q++)
                sum += A[row_major(i, q, p->k)] *
                       (p->trans_b ? B[row_major(j, q, p->k)] : B[row_major(q, j, p->n)]);
            double wanted = p->alpha * sum;
            if (p->beta != 0)
                wanted += p->beta * old[row_major(i, j, p->n)];
            unsigned char rounded[sizeof(double)]; // C's type may have fewer bits than the sum
            dtype_from_double(step->type_c, &wanted, 1, rounded);
            dtype_to_double(step->type_c, rounded, 1, &wanted);
            cr_assert(got == wanted, "%s %s, m %d n %d k %d ld %d %d %d: C(%d, %d) = %g, not %g",
                      step->name, p->trans_b ? "NT" : "NN", p->m, p->n, p->k, p->lda, p->ldb,
                      p->ldc, i, j, got, wanted);
        }
}

static struct counts check(const struct step *step, const struct problem *s, bool trans_b)
{
    const bool integer = dtype_epsilon(step->type_c) == 0;
    struct gemm_problem p = {
        .trans_b = trans_b,
        .m = s->m,
        .n = s->n,
        .k = s->k,
        .alpha = integer && s->alpha != (int)s->alpha ? 3 : s->alpha,
        .beta = integer && s->beta != (int)s->beta ? 5 : s->beta,
    };
    const int largest = step->type_c == DTYPE_F16 ? 3 : 8; // f16 represents integers up to 2048
    const struct shapes shapes = kind_of(step)->shapes(&p);
    const struct shape shape[3] = {shapes.A, shapes.B, shapes.C};
    int *const ld[3] = {&p.lda, &p.ldb, &p.ldc};
    double *values[3];
    void *host[3];
    char *device[3], *start[3];
    size_t bytes[3];
    for (int i = 0; i < 3; i++) {
        *ld[i] = shape[i].cols + s->gap[i] > 1 ? shape[i].cols + s->gap[i] : 1;
        values[i] = calloc((size_t)shape[i].rows * (size_t)shape[i].cols + 1, sizeof *values[i]);
        const enum dtype type = i < 2 ? step->type_ab : step->type_c;
        host[i] =
            make(type, shape[i], *ld[i], s->before[i], largest, (unsigned)i, values[i], &bytes[i]);
        device[i] = gpu->alloc(bytes[i]);
        start[i] = device[i] + dtype_size(type) * (size_t)s->before[i];
        gpu->copy_in(device[i], host[i], bytes[i]);
    }
    struct counts counted = {0};
    if (gpu->counting())
        gpu->counting()->begin();
    kind_of(step)->call(step, &(struct gemm){p, start[0], start[1], start[2]});
    gpu->wait();
    if (gpu->counting())
        gpu->counting()->end(&counted);
    gpu->copy_out(host[2], device[2], bytes[2]);
    check_result(step, &p, values[0], values[1], values[2],
                 (const char *)host[2] + dtype_size(step->type_c) * (size_t)s->before[2]);
    // Predictions hold for matrices that begin where an allocation does.
    if (gpu->counting() && step->predict && s->before[0] + s->before[1] + s->before[2] == 0)
        compare_counts(step, &p, &counted);
    for (int i = 0; i < 3; i++) {
        gpu->release(device[i]);
        free(host[i]);
        free(values[i]);
    }
    return counted;
}

// ---- Results and counters ------------------------------------------------------------------------

static const struct problem problems[] = {
    {64, 64, 64, {0}, {0}, 1, 0},
    {1, 1, 1, {0}, {0}, 1, 0},
    {17, 9, 15, {0}, {0}, 1, 1},
    {33, 65, 70, {1, 3, 5}, {0}, 0.5, -2}, // odd ld, odd sizes
    {31, 34, 63, {1, 0, 2}, {0}, -1, 2},   // float2, but no pieces of 16 bytes
    {40, 24, 72, {0}, {0}, 1, 0},          // pieces; tiles overhang
    {40, 56, 136, {8, 8, 2}, {0}, 2, 1},   // rows that begin in the middle of a sector
    {35, 72, 200, {24, 40, 6}, {0}, 1, 0}, // three tiles of K and more, the last one cut
    {67, 48, 144, {16, 32, 1}, {0}, 1, 0}, // pieces for bytes, too
    {100, 16, 8, {0, 16, 0}, {0}, 1, 0.5}, // two rows of B in 128 bytes
    {8, 120, 8, {56, 0, 0}, {0}, 1, 0},    // k below a slice
    {70, 33, 64, {0}, {0}, 1, 0},          // aligned except for C
    {32, 48, 64, {0}, {1, 1, 1}, 1, 1},    // no matrix begins at a multiple of 16 bytes
    {32, 48, 64, {0}, {0, 8, 2}, 1, 1},    // B and C begin in the middle of a sector
    {20, 20, 0, {0}, {0}, 1, 2},           // only beta C
    {20, 20, 24, {0}, {0}, 0, 2},
    {20, 20, 24, {0}, {0}, 0, 0},
    {0, 20, 24, {0}, {0}, 1, 0},
    {20, 0, 24, {0}, {0}, 1, 1},
};
enum { PROBLEMS = sizeof problems / sizeof *problems };

// The steps for elements of a type; DTYPE_COUNT: all.
static void check_steps(enum dtype type)
{
    for (int i = 0; i < chapter_07_tensor_core.step_count; i++) {
        const struct step *step = chapter_step(&chapter_07_tensor_core, i);
        if (!runs_here(step) || (type != DTYPE_COUNT && type != step->type_ab))
            continue;
        for (int s = 0; s < PROBLEMS; s++) {
            check(step, &problems[s], false);
            check(step, &problems[s], true);
        }
    }
}

Test(tensor_core, exact_and_as_predicted)
{
    open_gpu(NULL);
    check_steps(DTYPE_COUNT);
}

// Two m16n8k8 for each m16n8k16; the fragments are the same.
Test(tensor_core, exact_and_as_predicted_on_a_t4)
{
    open_gpu("t4");
    check_steps(DTYPE_COUNT);
}

// Four m8n8k4 of f64 for each m16n8k8.
Test(tensor_core, exact_and_as_predicted_on_an_a100)
{
    open_gpu("a100");
    check_steps(DTYPE_F64);
}

// ---- Conflicts -----------------------------------------------------------------------------------

// Two tiles of C, two of K. The warps of a block load a matrix of As, or of Bs, twice.
static const struct problem tiles = {32, 64, 128, {0}, {0}, 1, 0};
static const long long matrices = 2LL * 2 * (32 * 64 / 64) * 2; // 8 x 8, of A, and as many of B

static struct counts count(int step, bool trans_b)
{
    return check(chapter_step(&chapter_07_tensor_core, step - 1), &tiles, trans_b);
}

Test(tensor_core, conflicts_are_as_the_files_say)
{
    open_gpu(NULL);
    if (!gpu->counting())
        cr_skip_test("a real GPU counts for Nsight Compute only");
    // 8 rows of 128 bytes begin in the same banks; of 64 bytes every second one does.
    const struct counts nt = count(3, true), nn = count(3, false);
    cr_expect(nt.ldmatrix_requests == 2 * matrices / 4 && nt.ldmatrix_conflicts == 14 * matrices);
    cr_expect(nn.ldmatrix_requests == 2 * matrices / 4 && nn.ldmatrix_conflicts == 10 * matrices);
    // Four loads for one ldmatrix.x4; of a row-major B eight, of 16 bits.
    const struct counts lanes_nt = count(2, true), lanes_nn = count(2, false);
    cr_expect(lanes_nt.shared_load_requests == 4 * nt.ldmatrix_requests);
    cr_expect(lanes_nt.shared_load_conflicts == nt.ldmatrix_conflicts);
    cr_expect(lanes_nn.shared_load_requests == 6 * nn.ldmatrix_requests);
    cr_expect(lanes_nn.shared_load_conflicts == 13 * matrices);
    for (int step = 4; step <= 5; step++)
        for (int trans_b = 0; trans_b < 2; trans_b++) {
            const struct counts c = count(step, trans_b);
            cr_expect(c.ldmatrix_requests == nt.ldmatrix_requests && c.ldmatrix_conflicts == 0);
            cr_expect(c.shared_store_conflicts == 0 && c.cp_async_conflicts == 0);
        }
}

// Steps 6 and 7: nowhere a conflict; in step 6 six ldmatrix for 16 mma.
Test(tensor_core, large_warp_tiles_have_no_conflicts)
{
    open_gpu(NULL);
    if (!gpu->counting())
        cr_skip_test("a real GPU counts for Nsight Compute only");
    for (int i = 5; i < chapter_07_tensor_core.step_count; i++)
        for (int trans_b = 0; trans_b < 2; trans_b++) {
            const struct step *step = chapter_step(&chapter_07_tensor_core, i);
            const struct counts c = check(step, &tiles, trans_b);
            cr_expect(c.ldmatrix_conflicts + c.cp_async_conflicts == 0, "%s", step->name);
            cr_expect(counts_shared_conflicts(&c) == 0, "%s", step->name);
            cr_expect(i > 5 || 16 * c.ldmatrix_requests == 6 * c.mma_instructions);
        }
}

// Swizzled rows take a pass for 128 bytes, as rows without a swizzle do. Padded ones begin at
// distances of 144 bytes: of 8 rows 4 begin in the middle of a sector, and each of their 8 pieces
// is a pass; 3 other rows cross the end of 128 bytes, which makes 2. 39 passes where there were 8.
Test(tensor_core, copies_into_swizzled_tiles_cost_nothing_more)
{
    open_gpu(NULL);
    if (!gpu->counting())
        cr_skip_test("a real GPU counts for Nsight Compute only");
    const struct counts plain = count(3, true), padded = count(4, true), swizzled = count(5, true);
    cr_expect(plain.cp_async_wavefronts == plain.cp_async_bytes / 128);
    cr_expect(swizzled.cp_async_wavefronts == plain.cp_async_wavefronts);
    cr_expect(swizzled.global_load_sectors == plain.global_load_sectors);
    cr_expect(8 * padded.cp_async_wavefronts == 39 * plain.cp_async_wavefronts);
    cr_expect(2 * padded.global_load_sectors == 3 * plain.global_load_sectors);
}

// ---- Types ---------------------------------------------------------------------------------------

static const struct step *step_of(enum dtype type)
{
    for (int i = 0; i < chapter_07_tensor_core.step_count; i++)
        if (chapter_step(&chapter_07_tensor_core, i)->type_ab == type &&
            runs_here(chapter_step(&chapter_07_tensor_core, i)))
            return chapter_step(&chapter_07_tensor_core, i);
    cr_skip_test("this GPU multiplies no such numbers");
    return NULL;
}

// C = alpha A B + beta C, all SIDE x SIDE; C is overwritten.
enum { SIDE = 20 };
static void multiply(const struct step *step, bool trans_b, double alpha, const void *A,
                     const void *B, double beta, void *C)
{
    const struct gemm_problem p = {.trans_b = trans_b,
                                   .m = SIDE,
                                   .n = SIDE,
                                   .k = SIDE,
                                   .alpha = alpha,
                                   .beta = beta,
                                   .lda = SIDE,
                                   .ldb = SIDE,
                                   .ldc = SIDE};
    const size_t elements = (size_t)SIDE * SIDE;
    const size_t in = elements * dtype_size(step->type_ab),
                 out = elements * dtype_size(step->type_c);
    void *d_A = gpu->alloc(in), *d_B = gpu->alloc(in), *d_C = gpu->alloc(out);
    gpu->copy_in(d_A, A, in);
    gpu->copy_in(d_B, B, in);
    gpu->copy_in(d_C, C, out);
    kind_of(step)->call(step, &(struct gemm){p, d_A, d_B, d_C});
    gpu->wait();
    gpu->copy_out(C, d_C, out);
    gpu->release(d_A);
    gpu->release(d_B);
    gpu->release(d_C);
}

// Floats from 1 to 4, with all bits of their fractions, of which the lowest 13 become `low`.
static void fill_tf32(uint32_t M[SIDE * SIDE], uint32_t seed, uint32_t low)
{
    for (int i = 0; i < SIDE * SIDE; i++) {
        seed = seed * 1664525u + 1013904223u;
        M[i] = 0x3f800000 + (seed >> 8 & ~0x1fffu) + (low & 0x1fff);
    }
}

Test(tensor_core, of_tf32_the_lowest_13_bits_do_not_count)
{
    open_gpu(NULL);
    const struct step *step = step_of(DTYPE_TF32);
    static const uint32_t lows[] = {0, 0x1fff, 0x1000, 1};
    uint32_t A[SIDE * SIDE], B[SIDE * SIDE];
    uint32_t first[2][SIDE * SIDE], C[SIDE * SIDE]; // the bits of floats
    for (int i = 0; i < 4; i++)
        for (int trans_b = 0; trans_b < 2; trans_b++) {
            fill_tf32(A, 1, lows[i]);
            fill_tf32(B, 2, lows[(i + 1) % 4]);
            multiply(step, trans_b, 1, A, B, 0, C);
            if (i == 0)
                memcpy(first[trans_b], C, sizeof C);
            cr_expect(memcmp(first[trans_b], C, sizeof C) == 0, "lowest bits %#x",
                      (unsigned)lows[i]);
        }
}

// alpha A B + beta C modulo 2^32, whichever of these leaves the range.
Test(tensor_core, s8_wraps_around)
{
    open_gpu(NULL);
    const struct step *step = step_of(DTYPE_I8);
    static const struct {
        int a, b, c, alpha, beta;
    } cases[] = {{-128, -128, 0, 65537, 0},           {127, -128, 7, 2147483647, 0},
                 {-128, 127, 2147483647, 1, 1},       {1, 1, -2147483647 - 1, -2147483647 - 1, -1},
                 {3, -5, 1000000007, 123456789, 987}, {0, 0, -2147483647 - 1, 1, -1}};
    signed char A[SIDE * SIDE], B[SIDE * SIDE];
    int C[SIDE * SIDE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int trans_b = 0; trans_b < 2; trans_b++) {
            const unsigned sum = (unsigned)(SIDE * cases[i].a * cases[i].b);
            const unsigned wanted =
                (unsigned)cases[i].alpha * sum + (unsigned)cases[i].beta * (unsigned)cases[i].c;
            for (int e = 0; e < SIDE * SIDE; e++) {
                A[e] = (signed char)cases[i].a;
                B[e] = (signed char)cases[i].b;
                C[e] = cases[i].c;
            }
            multiply(step, trans_b, cases[i].alpha, A, B, cases[i].beta, C);
            for (int e = 0; e < SIDE * SIDE; e++)
                cr_assert((unsigned)C[e] == wanted, "case %zu: %d", i, C[e]);
        }
}
