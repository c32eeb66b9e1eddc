// SPDX-License-Identifier: MIT
// test_emu_matrix.c: the diagnoses of wrongly used ldmatrix and mma.sync, and their counters.
// (test_ptx_mma.c checks their results.)
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdlib.h>

#include "../support/kernel_trial.h"
#include "../support/program.h"

static void plain_environment(void)
{
    unsetenv("EMU_CHECK");
    unsetenv("EMU_REPORT");
    unsetenv("EMU_COUNTERS");
    unsetenv("EMU_GPU_NAME");
}

TestSuite(emu_matrix, .init = plain_environment, .fini = scratch_remove);

// Line 1 of each body. A tile of 32 rows of 16 bytes, all written, and the lane's own row.
#define TILE \
    "__shared__ __align__(16) int s[128]; int t = threadIdx.x; unsigned r[4] = {0}; " \
    "for (int i = 0; i < 4; i++) s[32 * i + t % 32] = 1; __syncthreads();\n"
#define OPERANDS \
    "unsigned a[4] = {0}, b[2] = {0}; float d[4] = {0}; int t = threadIdx.x; (void)in;\n"
#define MMA "mma_m16n8k16_f32_f16_f16_f32(d, a, b, d);"

Test(emu_matrix, correct_ones_are_silent)
{
    static const struct kernel_trial trials[] = {
        // The addresses of the other lanes are not used.
        {TILE "ldmatrix_x1(r, t < 8 ? &s[4 * t] : (int *)3); if (t < 2) out[t] = r[0];",
         32,
         " 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
         {NULL}},
        // Two paths of a branch, which reconverge.
        {OPERANDS "if (t % 3) a[0] = 1; else a[0] = 0;\n"
                  "if (t < 16) out[t] = 0;\n" MMA "\nif (t < 2) out[t] = (int)d[0] + 1;",
         32,
         " 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
         {NULL}},
        // A whole warp may take another path.
        {OPERANDS "if (t < 32) { " MMA " out[t] = 1 + (int)d[3]; }",
         64,
         " 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"
         " 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
         {NULL}},
    };
    TRY_KERNELS(trials);
}

Test(emu_matrix, diverged_warps)
{
    static const struct kernel_trial trials[] = {
        // Half of the warp has ended, or waits, or executes another instruction, or is at another
        // location.
        {OPERANDS "if (t < 16) {\n" MMA "\n}\nout[t] = (int)d[0];",
         32,
         NULL,
         {"emu: mma_m16n8k16_f32_f16_f16_f32 by a diverged warp: lanes 0x0000ffff are here, "
          "0xffff0000 are not",
          "\n  at      body.cu:3\n", "  cure    a warp executes it as one"}},
        {OPERANDS "if (t < 16) {\n" MMA "\n}\n__syncthreads();\nout[t] = (int)d[0];",
         32,
         NULL,
         {"by a diverged warp: lanes 0x0000ffff are here", "body.cu:3"}},
        {OPERANDS "if (t >= 30) return;\n" MMA "\nout[t] = (int)d[0];",
         32,
         NULL,
         {"by a diverged warp: lanes 0x3fffffff are here, 0xc0000000 are not", "body.cu:3"}},
        {OPERANDS "if (t % 2)\n" MMA "\nelse mma_m16n8k8_f32_f16_f16_f32(d, a, b, d);\n"
                  "out[t] = (int)d[0];",
         32,
         NULL,
         {"by a diverged warp: lanes 0x55555555 are here, 0xaaaaaaaa are not", "body.cu:4"}},
        {OPERANDS "if (t % 2)\n" MMA "\nelse\nmma_m16n8k16_f32_f16_f16_f32(d, a, a, d);\n"
                  "out[t] = (int)d[0];",
         32,
         NULL,
         {"by a diverged warp: lanes 0x55555555 are here", "body.cu:5"}},
        {OPERANDS MMA "\nout[t] = (int)d[0];",
         48,
         NULL,
         {"by a diverged warp: lanes 0x0000ffff are here, 0xffff0000 are not", "thread (32,0,0)"}},
        {TILE "if (t < 8) ldmatrix_x1(r, &s[4 * t]);\nout[t] = r[0];",
         32,
         NULL,
         {"emu: ldmatrix_x1 by a diverged warp: lanes 0x000000ff are here", "body.cu:2"}},
        {TILE "if (t < 8) ldmatrix_x2_trans(r, &s[4 * t]); else ldmatrix_x2(r, &s[4 * t]);\n"
              "out[t] = r[0];",
         32,
         NULL,
         {"emu: ldmatrix_x2_trans by a diverged warp: lanes 0x000000ff are here", "body.cu:2"}},
    };
    TRY_KERNELS(trials);
}

Test(emu_matrix, rows_that_cannot_be_read)
{
    static const struct kernel_trial trials[] = {
        {TILE "ldmatrix_x4(r, &s[3 * t]);\nout[t] = r[0];",
         32,
         NULL,
         {"emu: misaligned: ldmatrix of a row of 16 bytes", "body.cu:2", "address s[",
          "]; s is int [128]", "cure    each of the 8 rows"}},
        {TILE "ldmatrix_x4(r, s + 4 * t + 8);\nout[t] = r[0];",
         32,
         NULL,
         {"emu: out of bounds: ldmatrix of a row of 16 bytes of shared memory", "body.cu:2"}},
        {TILE "ldmatrix_x4(r, &in[0]);\nout[t] = r[0];",
         32,
         NULL,
         {"emu: wrong memory: ldmatrix of a row outside shared memory", "body.cu:2"}},
        // The last row was never written.
        {"__shared__ __align__(16) int s[128]; int t = threadIdx.x; unsigned r[4];\n"
         "for (int i = 0; i < 4; i++) if (32 * i + t < 124) s[32 * i + t] = 1;\n"
         "__syncthreads();\n"
         "ldmatrix_x4(r, &s[4 * t]);\nout[t] = r[0];",
         32,
         NULL,
         {"emu: read of 16 bytes of shared memory that nothing has written", "body.cu:4",
          "thread (31,0,0)"}},
        // Each lane has written its own row, but no barrier orders the other lanes' rows.
        {"__shared__ __align__(16) int s[128]; int t = threadIdx.x; unsigned r[4];\n"
         "for (int i = 0; i < 4; i++) s[32 * i + t] = 1;\n"
         "ldmatrix_x4(r, &s[4 * t]);\nout[t] = r[0];",
         32,
         NULL,
         {"emu: race in shared memory: ", "body.cu:3", "cure    put __syncwarp()"}},
        // The copy of a row is not complete.
        {"__shared__ __align__(16) int s[128]; int t = threadIdx.x; unsigned r[4];\n"
         "cp_async_cg_16(&s[4 * t], &in[4 * (t % 16)], 16); cp_async_commit_group();\n"
         "__syncthreads();\n"
         "ldmatrix_x4(r, &s[4 * t]);\nout[t] = r[0];",
         32,
         NULL,
         {"emu: read of 16 bytes of shared memory before the asynchronous copy into them",
          "body.cu:4", "started at body.cu:2 by thread ("}},
        // Each thread waits only for the copies of its own rows, and other threads read them.
        {"__shared__ __align__(16) int s[128]; int t = threadIdx.x; unsigned r[4];\n"
         "cp_async_cg_16(&s[4 * t], &in[4 * (t % 16)], 16); cp_async_wait_all();\n"
         "ldmatrix_x4(r, &s[4 * (31 - t)]);\nout[t] = r[0];",
         32,
         NULL,
         {"emu: race in shared memory: ", "body.cu:3"}},
    };
    TRY_KERNELS(trials);
}

Test(emu_matrix, counters)
{
    static const struct kernel_trial trials[] = {
        // Rows of 128 bytes: each matrix takes 8 passes.
        {"__shared__ __align__(16) int s[1024]; int t = threadIdx.x; unsigned r[4];\n"
         "for (int i = 0; i < 32; i++) s[32 * i + t] = 1;\n"
         "__syncthreads();\n"
         "ldmatrix_x4(r, &s[32 * t]); out[t] = r[0];",
         32,
         NULL,
         {"  ldmatrix_requests                         1  ",
          "  ldmatrix_wavefronts                      32  ",
          "  ldmatrix_conflicts                       28  ",
          "  ldmatrix_bytes                          512  "}},
        {"__shared__ __align__(16) int s[256]; int t = threadIdx.x; unsigned r[4];\n"
         "for (int i = 0; i < 4; i++) s[64 * i + t] = 1;\n"
         "__syncthreads();\n"
         "ldmatrix_x2(r, &s[4 * t]); out[t] = r[0];",
         64,
         NULL,
         {"  ldmatrix_requests                         2  ",
          "  ldmatrix_wavefronts                       4  ",
          "  ldmatrix_bytes                          512  "}},
        {OPERANDS "for (int i = 0; i < 5; i++) { " MMA " }\nout[t] = (int)d[0];",
         64,
         NULL,
         {"  mma_instructions                         10  "}},
    };
    setenv("EMU_COUNTERS", "1", 1);
    TRY_KERNELS(trials);
}

// ---- GPUs that are too old ----------------------------------------------------------------------

Test(emu_matrix, instructions_that_the_gpu_does_not_have)
{
    static const struct kernel_trial of_a_t4[] = {
        {OPERANDS MMA " out[t] = (int)d[0];",
         32,
         NULL,
         {"emu: mma_m16n8k16_f32_f16_f16_f32 needs compute capability 8.0; this GPU has 7.5",
          "\n  at      body.cu:2\n", "  cure    ask for the capability before the launch"}},
        {OPERANDS "mma_m16n8k8_f32_bf16_bf16_f32(d, a, b, d); out[t] = (int)d[0];",
         32,
         NULL,
         {"emu: mma_m16n8k8_f32_bf16_bf16_f32 needs compute capability 8.0; this GPU has 7.5"}},
        {OPERANDS "mma_m16n8k8_f32_f16_f16_f32(d, a, b, d); if (t < 1) out[t] = 1 + (int)d[0];",
         32,
         " 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
         {NULL}},
    };
    static const struct kernel_trial of_an_a100[] = {
        {"double x[8] = {0}, d[4] = {0}; int t = threadIdx.x; (void)in;\n"
         "mma_m16n8k8_f64_f64_f64_f64(d, x, x, d); out[t] = (int)d[0];",
         32,
         NULL,
         {"emu: mma_m16n8k8_f64_f64_f64_f64 needs compute capability 9.0; this GPU has 8.0"}},
        {"double x[8] = {0}, d[4] = {0}; int t = threadIdx.x; (void)in;\n"
         "mma_m8n8k4_f64_f64_f64_f64(d, x, x, d); if (t < 1) out[t] = 1 + (int)d[0];",
         32,
         " 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
         {NULL}},
    };
    setenv("EMU_GPU_NAME", "t4", 1);
    TRY_KERNELS(of_a_t4);
    setenv("EMU_GPU_NAME", "a100", 1);
    TRY_KERNELS(of_an_a100);
}

// Before 8.0 a copy is synchronous, by loads and stores, and needs no wait. (The programs of
// test_emu_async.c show the wait.)
Test(emu_matrix, asynchronous_copies_on_an_old_gpu_are_plain_ones)
{
    static const struct kernel_trial trials[] = {
        {"__shared__ __align__(16) int s[128]; int t = threadIdx.x;\n"
         "cp_async_cg_16(&s[4 * t], &in[4 * (t % 8)], 16);\n"
         "out[t] = s[4 * t] - in[4 * (t % 8)] + 1;",
         32,
         " 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
         {NULL}},
        {"__shared__ __align__(16) int s[128]; int t = threadIdx.x;\n"
         "cp_async_ca_8(&s[4 * t], &in[4 * (t % 8)], 4);\n"
         "out[t] = s[4 * t + 1] + 1;",
         32,
         " 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
         {NULL}},
    };
    setenv("EMU_GPU_NAME", "t4", 1);
    TRY_KERNELS(trials);
}
