// SPDX-License-Identifier: MIT
// test_emu_warpgroup.c: the counters of wgmma and stmatrix. (Diagnoses: emu/tests/mistakes and
// emu/tests/diagnoses; results: tests/device/test_ptx_wgmma.c.)
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/program.h"

TestSuite(emu_warpgroup, .fini = scratch_remove);

// Rows of 128 bytes: each matrix takes 8 passes. Then consecutive rows: one pass each.
static const char program[] =
    "#include \"ptx/sm90.h\"\n"
    "__global__ void store(int *out)\n"
    "{\n"
    "    __shared__ __align__(16) int s[1024];\n"
    "    unsigned t = threadIdx.x, r[4] = {1, 2, 3, 4};\n"
    "    stmatrix_x4(&s[32 * t], r); __syncwarp();\n"
    "    stmatrix_x4(&s[4 * t], r); __syncwarp();\n"
    "    stmatrix_x2(&s[4 * t], r); __syncwarp();\n"
    "    out[t] = s[4 * t];\n"
    "}\n"
    "__global__ void multiply(float *out)\n"
    "{\n"
    "    __shared__ __align__(1024) int s[2048];\n"
    "    float d[4];\n"
    "    for (int i = threadIdx.x; i < 2048; i += 128) s[i] = 0;\n"
    "    fence_proxy_async(); __syncthreads();\n"
    "    uint64_t at = wgmma_descriptor(s, 16, 1024, WGMMA_SWIZZLE_128);\n"
    "    wgmma_fence();\n"
    "    for (int i = 0; i < 3; i++)\n"
    "        wgmma_m64n8k8_f32_tf32_tf32(d, at, at, i > 0);\n"
    "    wgmma_commit_group(); wgmma_wait_group(0);\n"
    "    out[threadIdx.x] = d[0];\n"
    "}\n"
    "int main(int count, char **)\n"
    "{\n"
    "    int *out;\n"
    "    cudaMalloc(&out, 512);\n"
    "    if (count == 1) store<<<1, 32>>>(out);\n"
    "    else multiply<<<1, 128>>>((float *)out);\n"
    "    cudaDeviceSynchronize();\n"
    "    cudaFree(out);\n"
    "    return 0;\n"
    "}\n";

static void expect_counts(const char *const run[], const char *const lines[])
{
    struct run said = run_program(run);
    cr_assert(said.status == 0, "%s", said.err);
    for (int i = 0; lines[i]; i++)
        cr_expect(strstr(said.err, lines[i]) != NULL, "\"%s\" is missing in\n%s", lines[i],
                  said.err);
    run_free(&said);
}

Test(emu_warpgroup, counters)
{
    char source[200], path[200], include[1200];
    snprintf(include, sizeof include, "-I%s", repository_path("emu/tests"));
    snprintf(source, sizeof source, "%s", scratch_path("text.cu"));
    snprintf(path, sizeof path, "%s", scratch_path("text"));
    write_bytes(source, program, strlen(program));
    struct run run = run_program((const char *const[]){
        emucc_program(), "-w", WITHOUT_SPECIAL_FUNCTIONS, include, source, "-o", path, NULL});
    cr_assert(run.status == 0, "emucc: %s", run.err);
    run_free(&run);
    setenv("EMU_COUNTERS", "1", 1);
    expect_counts((const char *const[]){path, NULL},
                  (const char *const[]){"  shared_store_requests                     3  ",
                                        "  shared_store_wavefronts                  38  ",
                                        "  shared_store_conflicts                   28  ",
                                        "  shared_store_bytes                     1280  ", NULL});
    // Each of the four warps counts.
    expect_counts((const char *const[]){path, "wgmma", NULL},
                  (const char *const[]){"  wgmma_instructions                       12  ", NULL});
}
