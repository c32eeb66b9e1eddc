// SPDX-License-Identifier: MIT
//
// test_driver_types.c: the chapter driver with steps of other types and transposes.
#define _POSIX_C_SOURCE 200809L // strtok_r
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../common/driver/driver.h"
#include "../../common/predict/model.h"
#include "../../common/driver/npy/npy.h"
#include "../support/cli.h"
#include "../support/support.h"

// ---- A chapter -----------------------------------------------------------------------------------

// Through float64, rounded once: right for every type but i8, whose sums wrap around.
static void multiply(enum dtype ab, enum dtype c, const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    const bool trans_a = p->trans_a, trans_b = p->trans_b;
    const struct matrix a = {.type = ab,
                             .rows = trans_a ? p->k : p->m,
                             .cols = trans_a ? p->m : p->k,
                             .ld = p->lda,
                             .data = (void *)g->A};
    const struct matrix b = {.type = ab,
                             .rows = trans_b ? p->n : p->k,
                             .cols = trans_b ? p->k : p->n,
                             .ld = p->ldb,
                             .data = (void *)g->B};
    struct matrix to = {.type = c, .rows = p->m, .cols = p->n, .ld = p->ldc, .data = g->C};
    for (int i = 0; i < p->m; i++)
        for (int j = 0; j < p->n; j++) {
            double sum = 0;
            for (int l = 0; l < p->k; l++)
                sum += matrix_get(&a, trans_a ? l : i, trans_a ? i : l) *
                       matrix_get(&b, trans_b ? j : l, trans_b ? l : j);
            sum = p->alpha * sum + (p->beta != 0 ? p->beta * matrix_get(&to, i, j) : 0);
            if (c == DTYPE_I32)
                ((int32_t *)g->C)[(size_t)i * (size_t)p->ldc + (size_t)j] =
                    (int32_t)(uint32_t)(int64_t)sum;
            else
                matrix_set(&to, i, j, sum);
        }
}

#define GEMM(name, ab, c) \
    static void name(const struct gemm *g) { multiply(ab, c, g); }
GEMM(multiply_f32, DTYPE_F32, DTYPE_F32)
GEMM(multiply_f16, DTYPE_F16, DTYPE_F16)
GEMM(multiply_bf16, DTYPE_BF16, DTYPE_F32)
GEMM(multiply_tf32, DTYPE_TF32, DTYPE_F32)
GEMM(multiply_s8, DTYPE_I8, DTYPE_I32)
GEMM(multiply_f64, DTYPE_F64, DTYPE_F64)

#define STEP(text, function, ab, c) \
    .name = text, .teaches = "types", .place = STEP_ON_CPU, .type_ab = ab, .type_c = c, \
    .run.gemm = function

static struct step steps[] = {
    {STEP("1_f32", multiply_f32, DTYPE_F32, DTYPE_F32),
     .transposes = TRANSPOSE_NN | TRANSPOSE_NT | TRANSPOSE_TN | TRANSPOSE_TT},
    {STEP("2_f16", multiply_f16, DTYPE_F16, DTYPE_F16), .transposes = TRANSPOSE_NT},
    {STEP("3_bf16", multiply_bf16, DTYPE_BF16, DTYPE_F32), .transposes = TRANSPOSE_NN},
    {STEP("4_tf32", multiply_tf32, DTYPE_TF32, DTYPE_F32),
     .transposes = TRANSPOSE_NN | TRANSPOSE_NT | TRANSPOSE_TN},
    {STEP("5_s8", multiply_s8, DTYPE_I8, DTYPE_I32), .transposes = TRANSPOSE_NN | TRANSPOSE_NT},
    {STEP("6_f64", multiply_f64, DTYPE_F64, DTYPE_F64), .transposes = TRANSPOSE_NN},
};

static const struct chapter chapter = {
    .name = "98_types",
    .title = "steps of many types",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .default_size_cpu = 8,
};

// ---- Running it ----------------------------------------------------------------------------------

static int run_chapter(void *words)
{
    char copy[2000], *argv[40] = {"driver"}, *rest = copy;
    int argc = 1;
    snprintf(copy, sizeof copy, "%s", (const char *)words);
    for (char *word; (word = strtok_r(rest, " ", &rest));)
        argv[argc++] = word;
    return chapter_main(&chapter, argc, argv);
}

// The driver with a command line of words separated by single spaces: it must end well and print
// all these parts, of which NULL is the last.
static void prints(const char *words, const char *const *parts)
{
    char line[1500];
    snprintf(line, sizeof line, "%s --reps 1", words);
    struct run run = run_function(run_chapter, line);
    cr_assert(run.status == 0, "%s: status %d: %s%s", words, run.status, run.out, run.err);
    for (; *parts; parts++)
        cr_expect(has(run.out, *parts), "%s: no '%s' in %s", words, *parts, run.out);
    run_free(&run);
}
#define PRINTS(words, ...) prints(words, (const char *const[]){__VA_ARGS__, NULL})

static void refuses(const char *words, const char *message)
{
    struct run run = run_function(run_chapter, (void *)words);
    cr_expect(run.status == 2 && run.out[0] == '\0', "%s: status %d: %s", words, run.status,
              run.out);
    cr_expect(count_lines(run.err) == 1 && has(run.err, message), "%s: said %s, expected '%s'",
              words, run.err, message);
    run_free(&run);
}

TestSuite(driver_types, .fini = scratch_remove);

Test(driver_types, list_shows_types_and_transposes)
{
    PRINTS("--list", "f32->f32  NN NT TN TT  types", "f16->f16  NT  types",
           "i8->i32  NN NT  types");
    PRINTS("--list --format json", "\"types\":\"bf16->f32\",\"transposes\":\"NN\",",
           "\"types\":\"tf32->f32\",\"transposes\":\"NN NT TN\",");
    PRINTS("--list --format csv", "place,types,transposes,teaches\n",
           "CPU,tf32->f32,NN NT TN,types");
}

Test(driver_types, every_type_is_right)
{
    PRINTS("-m 17 -n 9 -k 33 --alpha 3 --beta -2",
           "2_f16           skipped: takes NT, not NN (neither --trans-a nor --trans-b)",
           "C = 3 A B + -2 C, m = 17, n = 9, k = 33", "1_f32           ok", "3_bf16          ok",
           "4_tf32          ok", "5_s8            ok", "6_f64           ok");
}

Test(driver_types, every_transposition_is_right)
{
    PRINTS("-m 5 -n 6 -k 7 --trans-b", "C = 1 A B^T + 0 C", "1_f32           ok",
           "2_f16           ok", "3_bf16          skipped: takes NN, not NT (--trans-b)",
           "4_tf32          ok", "5_s8            ok", "6_f64           skipped");
    PRINTS("-m 5 -n 6 -k 7 --trans-a", "C = 1 A^T B + 0 C", "1_f32           ok",
           "4_tf32          ok", "2_f16           skipped: takes NT, not TN (--trans-a)",
           "5_s8            skipped: takes NN, NT, not TN (--trans-a)");
    PRINTS("-m 5 -n 6 -k 7 --trans-a --trans-b", "C = 1 A^T B^T + 0 C", "1_f32           ok",
           "4_tf32          skipped: takes NN, NT, TN, not TT (--trans-a and --trans-b)");
    PRINTS("-m 5 -n 6 -k 7 --trans-b --step 1 --format json",
           "\"trans_a\":false,\"trans_b\":true,\"m\":5,");
    PRINTS("-m 5 -n 6 -k 7 --trans-b --step 1 --format csv", "step,trans_a,trans_b,m,",
           ",1_f32,0,1,5,6,7,");
}

Test(driver_types, what_no_step_can_do_is_refused)
{
    refuses("--trans-b --step 6", "--step 6_f64: takes NN, not NT (--trans-b)");
    refuses("--trans-b --step 1 --step 6", "--step 6_f64: takes NN, not NT (--trans-b)");
    refuses("--step 2", "--step 2_f16: takes NT, not NN (neither --trans-a nor --trans-b)");
    refuses("--trans-a --trans-b --alpha 1e-60",
            "no step can do that: 1_f32 computes in f32, which cannot hold --alpha 1e-60");
}

Test(driver_types, scales_that_a_type_cannot_hold)
{
    refuses("--step 5 --alpha 0.5", "--step 5_s8: computes in i32, which cannot hold --alpha 0.5");
    refuses("--step 5 --beta 1e10", "--step 5_s8: computes in i32, which cannot hold --beta 1e+10");
    refuses("--step 2 --trans-b --beta 1e5",
            "--step 2_f16: computes in f16, which cannot hold --beta 100000");
    refuses("--step 2 --trans-b --alpha 1e-9", "cannot hold --alpha 1e-09");
    PRINTS("--alpha 0.5", "5_s8            skipped: computes in i32, which cannot hold --alpha 0.5",
           "6_f64           ok");
    PRINTS("--step 2 --trans-b --alpha 0.1", "C = 0.0999756 A B^T"); // rounded, as any number is
    PRINTS("--step 6 --alpha 0.1", "C = 0.1 A B");
    // Beyond 32 bits, both wrap around.
    PRINTS("--step 5 --alpha 2147483647 --beta -2147483648", "5_s8            ok");
}

// ---- Files ---------------------------------------------------------------------------------------

static char words[1900];
#define WORDS(...) (snprintf(words, sizeof words, __VA_ARGS__), words)

Test(driver_types, sizes_of_transposed_files)
{
    const char *A = save_random("A.npy", DTYPE_F32, 7, 5),
               *B = save_random("B.npy", DTYPE_F32, 6, 7);
    const char *out = scratch_path("C.npy");
    PRINTS(WORDS("--step 1 --trans-a --trans-b --a %s --b %s --out %s", A, B, out),
           "C = 1 A^T B^T + 0 C, m = 5, n = 6, k = 7", "wrote");
    refuses(WORDS("--step 1 --trans-a --a %s --b %s", A, B), "has 6 rows, but ");
    refuses(WORDS("--step 1 --trans-a --a %s --b %s", A, B),
            "A.npy has 7 rows; A is k x m, B is k x n");
    refuses(WORDS("--step 1 --trans-b --a %s --b %s", A, B), "B.npy: has 7 columns, but");
    refuses(WORDS("--step 1 --trans-a --a %s -k 5", A), "says k = 7, but k = 5 was asked for");
    refuses(WORDS("--step 1 --trans-b --b %s -n 7", B), "says n = 6, but n = 7 was asked for");
}

Test(driver_types, types_of_files)
{
    const char *F = save_random("F.npy", DTYPE_F32, 4, 4),
               *H = save_random("H.npy", DTYPE_F16, 4, 4);
    const char *S = save_random("S.npy", DTYPE_I8, 4, 4);
    PRINTS(WORDS("--step 4 --a %s --b %s", F, F),
           "4_tf32          ok"); // what tensor cores take of it
    PRINTS(WORDS("--step 2 --trans-b --a %s --b %s", H, H), "2_f16           ok");
    PRINTS(WORDS("--step 5 --a %s --b %s --out %s", S, S, scratch_path("C.npy")),
           "5_s8            ok");
    struct npy_header header;
    struct failure why;
    cr_assert(npy_read_header(scratch_path("C.npy"), &header, &why) && header.type == DTYPE_I32);

    refuses(WORDS("--step 4 --a %s", H), "elements of type f16, but 4_tf32 takes tf32; in NumPy: "
                                         "numpy.save(name, X.astype(numpy.float32))");
    refuses(WORDS("--step 5 --a %s", H),
            "but 5_s8 takes i8; in NumPy: numpy.save(name, X.astype(numpy.int8))");
    refuses(WORDS("--step 3 --a %s", H),
            "3_bf16 takes bf16, which NumPy's files cannot hold; choose other steps with --step");
}

// ---- Peaks and the model -------------------------------------------------------------------------

static double peak(const char *gpu, int capability, enum dtype ab, enum dtype c,
                   bool on_tensor_cores)
{
    struct machine machine = {.compute_capability = capability, .peak_fp32 = 1e12};
    snprintf(machine.name, sizeof machine.name, "Emulated %s", gpu);
    const struct step step = {.type_ab = ab, .type_c = c, .on_tensor_cores = on_tensor_cores};
    return model_peak(&machine, &step);
}

Test(driver_types, a_peak_is_that_of_the_types_or_none)
{
    cr_expect(peak("NVIDIA H200", 90, DTYPE_F32, DTYPE_F32, false) == 1e12); // cores and clock
    cr_expect(peak("NVIDIA H200", 90, DTYPE_F16, DTYPE_F32, true) == 989.4e12);
    cr_expect(peak("NVIDIA H200", 90, DTYPE_I8, DTYPE_I32, true) == 1978.9e12);
    cr_expect(peak("GeForce RTX 4090", 89, DTYPE_F16, DTYPE_F16, true) == 330.3e12);
    cr_expect(isnan(peak("GeForce RTX 4090", 89, DTYPE_F64, DTYPE_F64, true)));
    cr_expect(isnan(peak("Tesla T4", 75, DTYPE_BF16, DTYPE_F32, true)));
    cr_expect(isnan(peak("Unheard of", 90, DTYPE_F16, DTYPE_F32, true)));
    cr_expect(isnan(peak("NVIDIA H200", 90, DTYPE_F16, DTYPE_F16, false))); // never against fp32
}

// 1000 instructions, padding included, at the data sheet's rate; never at that of FP32 cores.
Test(driver_types, tensor_cores_have_a_time_of_their_own)
{
    const struct step step = {.kind = STEP_GEMM,
                              .type_ab = DTYPE_F16,
                              .type_c = DTYPE_F32,
                              .on_tensor_cores = true,
                              .transposes = TRANSPOSE_NN};
    const struct gemm_problem p = {.m = 8, .n = 8, .k = 8, .alpha = 1};
    const struct counts counts = {.mma_instructions = 1000};
    struct model model;
    struct machine h200 = {.name = "NVIDIA H200",
                           .compute_capability = 90,
                           .sm_count = 132,
                           .clock_hz = 1.98e9,
                           .peak_fp32 = 67e12};
    cr_assert(model_step(&h200, &step, &p, &counts, &model));
    cr_expect(model.ms[MODEL_FMA] == 0);
    cr_expect_float_eq(model.ms[MODEL_MMA], 1e3 * 1000 * 4096 / 989.4e12, 1e-12);
    cr_expect(model.bound == MODEL_MMA);
    struct counts no_sectors = counts;
    no_sectors.global_load_sectors = COUNT_UNKNOWN;
    cr_assert(model_step(&h200, &step, &p, &no_sectors, &model));
    cr_expect(isnan(model.ms[MODEL_L2]) && isnan(model.ms[MODEL_L1]) && model.bound == MODEL_MMA);
    struct machine t4 = {.name = "Tesla T4",
                         .compute_capability = 75,
                         .sm_count = 40,
                         .clock_hz = 1.59e9,
                         .peak_fp32 = 8e12};
    cr_assert(model_step(&t4, &step, &p, &counts, &model));
    cr_expect_float_eq(model.ms[MODEL_MMA], 1e3 * 1000 * 2048 / 65e12, 1e-12); // m16n8k8
}
