// SPDX-License-Identifier: MIT
// test_emu_sample.c: EMU_CHECK=sample or a number of seconds: some blocks are checked, the rest
// report nothing, and launches that would repeat the same work are not run again.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/program.h"

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

// Each block waits for the previous one, whether that is checked or not, and reads data that many
// blocks wrote.
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
    struct run run = run_source("emu/tests/mistakes/bad/shared_race_missing_barrier.cu");
    cr_expect(run.status == 1 && strncmp(run.err, race, strlen(race)) == 0 &&
                  strstr(run.err, "emu: checked 16 of 16 blocks (EMU_CHECK=sample)\n"),
              "exit status %d\n%s", run.status, run.err);
    run_free(&run);
}

// ---- With a time limit
// ----------------------------------------------------------------------------

// One result is cleared by the host before each launch, one is set to the same value by each
// launch, one is changed by each. From the middle on a constant has another value.
static const char repeats[] =
    "#include <stdio.h>\n"
    "__constant__ int factor;\n"
    "__device__ int turns;\n"
    "__global__ void sum(const int *x, int n, int *all, int *each)\n"
    "{\n"
    "    int s = 0;\n"
    "    for (int k = 0; k < 16; k++)\n"
    "        for (int i = threadIdx.x; i < n; i += 256) s += factor * x[i];\n"
    "    each[threadIdx.x] = s;\n"
    "    atomicAdd(all, s);\n"
    "}\n"
    "__global__ void count(const int *x, int n)\n"
    "{\n"
    "    int s = 0;\n"
    "    for (int i = 0; i < n; i++) s |= x[i];\n"
    "    turns += s;\n"
    "}\n"
    "__global__ void say(const int *x, int n)\n"
    "{\n"
    "    int s = 0;\n"
    "    for (int i = 0; i < n; i++) s |= x[i];\n"
    "    printf(\"%d\\n\", s);\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    const int n = 1 << 16;\n"
    "    static int one[n];\n"
    "    int *x, *all, *each, h, wrong = 0;\n"
    "    for (int i = 0; i < n; i++) one[i] = 1;\n"
    "    cudaMalloc(&x, sizeof one), cudaMalloc(&all, 4), cudaMalloc(&each, 1024);\n"
    "    cudaMemcpy(x, one, sizeof one, cudaMemcpyHostToDevice);\n"
    "    for (int i = 0; i < 20; i++) {\n"
    "        const int f = i < 10 ? 3 : 4;\n"
    "        cudaMemcpyToSymbol(factor, &f, 4);\n"
    "        cudaMemset(all, 0, 4);\n"
    "        if (i == 5) cudaMemset(each, 0, 1024);\n"
    "        sum<<<1, 256>>>(x, n, all, each);\n"
    "        cudaMemcpy(&h, all, 4, cudaMemcpyDeviceToHost);\n"
    "        wrong += h != 16 * n * f;\n"
    "        cudaMemcpy(&h, each + 7, 4, cudaMemcpyDeviceToHost);\n"
    "        wrong += h != 16 * n / 256 * f;\n"
    "    }\n"
    "    for (int i = 0; i < 20; i++) count<<<1, 1>>>(x, n);\n"
    "    for (int i = 0; i < 20; i++) say<<<1, 1>>>(x, n);\n"
    "    cudaMemcpyFromSymbol(&h, turns, 4);\n"
    "    cudaFree(x), cudaFree(all), cudaFree(each);\n"
    "    return wrong + (h != 20);\n"
    "}\n";

static void expect_ones(const char *out)
{
    cr_expect(strlen(out) == 40, "20 lines were to be printed:\n%s", out);
    for (const char *at = out; *at; at += 2)
        cr_expect(strncmp(at, "1\n", 2) == 0, "%s", out);
}

Test(emu_sample, repeated_launches_give_the_same_results)
{
    setenv("EMU_CHECK", "0", 1);
    struct run run = run_text(repeats);
    const char *said = strstr(run.err, "emu: checked ");
    int launches = 0;
    cr_expect(run.status == 0 && said && strstr(said, "(after 0 seconds only some of each launch;"),
              "exit status %d\n%s", run.status, run.err);
    said = strstr(run.err, " launches not run again");
    cr_assert(said, "%s", run.err);
    while (said[-1] != ' ')
        said--;
    sscanf(said, "%d", &launches);
    cr_expect(launches >= 10 && launches <= 16,
              "%d of the first 20 launches, none of the others:\n%s", launches, run.err);
    expect_ones(run.out);
    run_free(&run);
}

// Launches with the same arguments, which find the same memory: different kernels, and different
// numbers of blocks and threads. Arguments of 16 and of 32 bytes.
static const char look_alikes[] =
    "#include <stdio.h>\n"
    "template <int BY> __global__ void few(const int *x, int *to)\n"
    "{\n"
    "    int s = 0;\n"
    "    for (int i = 0; i < 65536; i++) s += BY * x[i];\n"
    "    atomicAdd(to, s);\n"
    "}\n"
    "template <int BY> __global__ void many(const int *x, int *to, int n, const int *more)\n"
    "{\n"
    "    int s = 0;\n"
    "    for (int i = 0; i < n; i++) s += BY * x[i];\n"
    "    atomicAdd(to, s + more[0]);\n"
    "}\n"
    "static int *x, *to;\n"
    "static int differs(int expected)\n"
    "{\n"
    "    int h;\n"
    "    cudaMemcpy(&h, to, 4, cudaMemcpyDeviceToHost), cudaMemset(to, 0, 4);\n"
    "    if (h != expected) printf(\"%d, not %d\\n\", h, expected);\n"
    "    return h != expected;\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    const int n = 65536;\n"
    "    int wrong = 0;\n"
    "    cudaMalloc(&x, n * 4), cudaMalloc(&to, 4), cudaMemset(to, 0, 4);\n"
    "    cudaMemset(x, 0, n * 4);\n"
    "    const int one = 1;\n"
    "    cudaMemcpy(x + 9, &one, 4, cudaMemcpyHostToDevice);\n"
    "    for (int round = 0; round < 4; round++) {\n"
    "        few<1><<<1, 1>>>(x, to), wrong += differs(1);\n"
    "        few<2><<<1, 1>>>(x, to), wrong += differs(2);\n"
    "        few<1><<<3, 1>>>(x, to), wrong += differs(3);\n"
    "        few<1><<<1, 4>>>(x, to), wrong += differs(4);\n"
    "        few<1><<<dim3(1, 5), 1>>>(x, to), wrong += differs(5);\n"
    "        many<1><<<1, 1>>>(x, to, n, x), wrong += differs(1);\n"
    "        many<2><<<1, 1>>>(x, to, n, x), wrong += differs(2);\n"
    "        many<1><<<3, 1>>>(x, to, n, x), wrong += differs(3);\n"
    "    }\n"
    "    cudaFree(x), cudaFree(to);\n"
    "    return wrong;\n"
    "}\n";

Test(emu_sample, launches_that_differ_are_not_repeats)
{
    setenv("EMU_CHECK", "0", 1);
    struct run run = run_text(look_alikes);
    cr_expect(run.status == 0 && !run.out[0], "exit status %d\n%s%s", run.status, run.out, run.err);
    cr_expect(strstr(run.err, " launches not run again"), "%s", run.err);
    run_free(&run);
}

Test(emu_sample, all_launches_run_on_request)
{
    setenv("EMU_CHECK", "on", 1);
    struct run run = run_text(repeats);
    cr_expect(run.status == 0 && !run.err[0], "exit status %d\n%s", run.status, run.err);
    expect_ones(run.out);
    run_free(&run);
}

Test(emu_sample, checks_stop_after_their_time)
{
    setenv("EMU_CHECK", "0.01", 1);
    struct run run = run_text(chain);
    int checked = 0;
    const char *said = strstr(run.err, "emu: checked ");
    cr_expect(run.status == 0 &&
                  (!said ||
                   (sscanf(said, "emu: checked %d of 1,200 blocks (after 0.01 s", &checked) == 1 &&
                    checked >= 264 && checked <= 1200)),
              "exit status %d\n%s", run.status, run.err);
    run_free(&run);
    setenv("EMU_CHECK", "0.", 1);
    run = run_text(chain);
    cr_expect(run.status == 0 && sscanf(run.err, "emu: checked %d of", &checked) == 1 &&
                  checked < 1000,
              "exit status %d\n%s", run.status, run.err);
    run_free(&run);
    setenv("EMU_CHECK", "1.2.3", 1);
    run = run_text(chain);
    cr_expect(run.status == 1 && strstr(run.err, "EMU_CHECK=1.2.3: must be a number of seconds"),
              "exit status %d\n%s", run.status, run.err);
    run_free(&run);
}
