// SPDX-License-Identifier: MIT
//
// test_emu_sample.c: EMU_CHECK=sample: some blocks are checked, and nothing is said of the others.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/support.h"

static void sample(void)
{
    unsetenv("EMU_REPORT");
    setenv("EMU_CHECK", "sample", 1);
}

TestSuite(emu_sample, .init = sample, .fini = scratch_remove);

static struct run run_source(const char *relative)
{
    const char *program = scratch_path("program");
    char source[1200];
    snprintf(source, sizeof source, "%s",
             relative[0] == '/' ? relative : repository_path(relative));
    struct run run = run_program((const char *const[]){emucc_program(), WITHOUT_SPECIAL_FUNCTIONS,
                                                       source, "-o", program, NULL});
    cr_assert(run.status == 0, "%s: emucc: %s", source, run.err);
    run_free(&run);
    return run_program((const char *const[]){program, NULL});
}

static struct run run_text(const char *text)
{
    char source[200];
    snprintf(source, sizeof source, "%s", scratch_path("chain.cu"));
    write_bytes(source, text, strlen(text));
    return run_source(source);
}

// Each block waits for the one before it, whether that is checked or not, and reads what many
// wrote.
static const char chain[] =
    "#include <stdio.h>\n"
    "__global__ void fill(int *x) { x[blockIdx.x * 32 + threadIdx.x] = 1; }\n"
    "__global__ void chain(const int *x, int *sum, volatile int *done)\n"
    "{\n"
    "    const int b = blockIdx.x;\n"
    "    if (threadIdx.x > 0) return;\n"
    "    if (b > 0) while (!done[b - 1]) {}\n"
    "    __threadfence();\n"
    "    int s = b > 0 ? sum[b - 1] : 0;\n"
    "    if (b > 2) s += sum[b / 2] - sum[b / 2 - 1] - 32;\n"
    "    for (int i = 0; i < 32; i++) s += x[b * 32 + i];\n"
    "    sum[b] = s;\n"
    "    __threadfence();\n"
    "    done[b] = 1;\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    int *x, *sum, *done, h;\n"
    "    cudaMalloc(&x, 600 * 128);\n"
    "    cudaMalloc(&sum, 600 * 4);\n"
    "    cudaMalloc(&done, 600 * 4);\n"
    "    cudaMemset(done, 0, 600 * 4);\n"
    "    fill<<<600, 32>>>(x);\n"
    "    chain<<<600, 32>>>(x, sum, done);\n"
    "    cudaMemcpy(&h, sum + 599, 4, cudaMemcpyDeviceToHost);\n"
    "    cudaFree(x), cudaFree(sum), cudaFree(done);\n"
    "    return h == 600 * 32 ? 0 : 1;\n"
    "}\n";

Test(emu_sample, no_false_alarm)
{
    struct run run = run_text(chain);
    int checked = 0, length = 0;
    sscanf(run.err, "emu: checked %d of 1,200 blocks (EMU_CHECK=sample)\n%n", &checked, &length);
    cr_expect(run.status == 0 && length > 0 && !run.err[length] && checked >= 264 && checked < 400,
              "exit status %d\n%s", run.status, run.err);
    run_free(&run);
}

Test(emu_sample, finds_what_each_block_does)
{
    static const char race[] = "emu: race in shared memory";
    struct run run = run_source("tests/emu/mistakes/bad/shared_race_missing_barrier.cu");
    cr_expect(run.status == 1 && strncmp(run.err, race, strlen(race)) == 0 &&
                  strstr(run.err, "emu: checked 16 of 16 blocks (EMU_CHECK=sample)\n"),
              "exit status %d\n%s", run.status, run.err);
    run_free(&run);
}
