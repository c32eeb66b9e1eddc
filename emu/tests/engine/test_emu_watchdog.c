// SPDX-License-Identifier: MIT
// test_emu_watchdog.c: every endless loop is reported, a kernel that only takes long is not, and
// the variables that set the limits work.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/cuda_text.h"
#include "../support/sampler.h"

enum { SECONDS = 60 };

static void plain_environment(void)
{
    static const char *const names[] = {
        "EMU_CHECK", "EMU_LEAKS",        "EMU_REPORT",   "EMU_COUNTERS", "EMU_LINES",
        "EMU_HEAT",  "EMU_HEAT_SVG",     "EMU_GPU_NAME", "EMU_CORES",    "EMU_TIMEOUT",
        "EMU_TRACE", "EMU_TRACE_BLOCKS", "EMU_ADVICE"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
}

TestSuite(emu_watchdog, .init = plain_environment, .fini = scratch_remove);

// A kernel for each kind of loop, each on its own line: line 5 is the first.
static const char loops[] =
    "#include <cuda_runtime.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "__device__ volatile int never; __device__ int word;\n"
    "__global__ void shuffles(int *x, int one) { while (one) one = __shfl_sync(~0u, one, 0); *x = "
    "1; }\n"
    "__global__ void syncwarps(int *x, int one) { while (one) __syncwarp(); *x = 1; }\n"
    "__global__ void prints(int *x, int one) { while (one) printf(\"%d\\n\", one); *x = 1; }\n"
    "__global__ void words(int *x, int one) { while (one) printf(\"word\\n\"); *x = 1; }\n"
    "__global__ void barriers(int *x, int one) { while (one) __syncthreads(); *x = 1; }\n"
    "__global__ void polls(int *x, int one) { while (!never) {} *x = 1; }\n"
    "__global__ void fences(int *x, int one) { while (one) __threadfence(); *x = 1; }\n"
    "__global__ void votes(int *x, int one) { while (__any_sync(~0u, one)) {} *x = 1; }\n"
    "__global__ void atomics(int *x, int one) { while (atomicAdd(&word, 1) + one) {} *x = 1; }\n"
    "__global__ void clocks(int *x, int one) { while (clock64() + one) {} *x = 1; }\n"
    "__global__ void sums(int *x, int one) { unsigned s = one; while (s) { s = (s * 3 + one) | 1; "
    "asm volatile(\"\"); } *x "
    "= "
    "s; }\n"
    "__global__ void stores(int *x, int one) { while (one) x[threadIdx.x] += one; }\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    void (*const kernels[])(int *, int) = {shuffles, syncwarps, prints, words, barriers, "
    "polls,\n"
    "                                           fences, votes, atomics, clocks, sums, stores};\n"
    "    int *x;\n"
    "    cudaMalloc(&x, 1000);\n"
    "    cudaMemset(x, 0, 1000);\n"
    "    kernels[atoi(argv[1])]<<<1, 32>>>(x, 1);\n"
    "    return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 7 : 0;\n"
    "}\n";
enum { LOOPS = 12, WITHOUT_CHECKS = 3 }; // WITHOUT_CHECKS: the first three

static char program[200];

// Without TEST_MORE every second one.
static void one_loop(size_t index, void *context)
{
    char number[8], line[20];
    bool *good = context;
    bool late;
    if (!in_turn((int)index, sampled(2, 1, 1))) {
        good[index] = true;
        return;
    }
    snprintf(number, sizeof number, "%zu", index % LOOPS);
    snprintf(line, sizeof line, "loops.cu:%zu\n", 5 + index % LOOPS);
    if (index >= LOOPS)
        setenv("EMU_CHECK", "off", 1);
    char command[400];
    snprintf(command, sizeof command, "exec %s %s >/dev/null", program, number);
    struct run run =
        run_program_for((const char *const[]){"/bin/sh", "-c", command, NULL}, SECONDS, &late);
    static const char text[] =
        "emu: endless loop? no block of the kernel has ended for a long time\n  at      ";
    // A loop that polls memory for a value that never comes is recognised as a deadlock.
    const bool deadlock = index % LOOPS == 5;
    good[index] =
        !late && run.status == 7 && strstr(run.err, line) &&
        (deadlock || (strncmp(run.err, text, sizeof text - 1) == 0 && count_lines(run.err) == 6));
    if (!good[index])
        fprintf(stderr, "loop %zu: status %d%s: %s\n", index, run.status, late ? ", late" : "",
                run.err);
    run_free(&run);
}

Test(emu_watchdog, every_endless_loop)
{
    bool *good = shared_memory((LOOPS + WITHOUT_CHECKS) * sizeof *good);
    snprintf(program, sizeof program, "%s", compile_text("loops", loops));
    setenv("EMU_TIMEOUT", "0.2", 1);
    run_side_by_side(LOOPS + WITHOUT_CHECKS, one_loop, good); // the last ones without checks
    for (int i = 0; i < LOOPS + WITHOUT_CHECKS; i++)
        cr_expect(good[i], "loop %d", i);
}

// One thread that computes for several seconds; or, with two blocks, another that polls meanwhile.
static const char work[] =
    "#include <stdio.h>\n"
    "__global__ void work(volatile int *x, unsigned rounds)\n"
    "{\n"
    "    unsigned s = rounds;\n"
    "    if (gridDim.x > 1 && blockIdx.x == 0) {\n"
    "        for (int i = 0; i < 200000; i++) x[3] = i;\n"
    "        x[1] = 1;\n"
    "        __threadfence();\n"
    "        while (!x[2]) {}\n"
    "        return;\n"
    "    }\n"
    "    while (gridDim.x > 1 && !x[1]) {}\n"
    "    for (unsigned i = 0; i < rounds; i++) s = (s ^ i) * 3 + s / 7;\n"
    "    x[0] = (int)s;\n"
    "    __threadfence();\n"
    "    x[2] = 1;\n"
    "}\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    int *x;\n"
    "    cudaMalloc(&x, 256);\n"
    "    cudaMemset(x, 0, 256);\n"
    "    work<<<argv[1][0] - '0', 1>>>(x, argv[1][1] ? 4000000000u : 500000000u);\n"
    "    cudaFree(x);\n"
    "    return cudaDeviceSynchronize() == 0 ? 0 : 7;\n"
    "}\n";

Test(emu_watchdog, a_long_computation_is_no_endless_loop)
{
    char path[200];
    snprintf(path, sizeof path, "%s", compile_text("work", work));
    setenv("EMU_CORES", "2", 1);
    struct run run = run_for(path, "1", SECONDS);
    cr_expect(run.status == 0 && !run.err[0], "status %d: %s", run.status, run.err);
    run_free(&run);
    run = run_for(path, "2", SECONDS);
    cr_expect(run.status == 0 && !run.err[0], "status %d: %s", run.status, run.err);
    run_free(&run);
    setenv("EMU_TIMEOUT", "0.2", 1); // what the user wants is done
    run = run_for(path, "1 for long", SECONDS);
    cr_expect(run.status == 7 && strstr(run.err, "work.cu:13\n"), "%s", run.err);
    run_free(&run);
}

// 4,000,000 blocks, of which a core runs about 10,000 a second: announced after two seconds, once.
static const char large[] =
    "#include <sys/time.h>\n"
    "__global__ void add(float *x)\n"
    "{\n"
    "    for (int i = 0; i < 300; i++) x[threadIdx.x + blockIdx.x % 4 * 256] += 1;\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    float *x;\n"
    "    cudaMalloc(&x, 4096);\n"
    "    cudaMemset(x, 0, 4096);\n"
    "    const struct itimerval end = {{0, 0}, {3, 0}}; // seconds of a processor\n"
    "    setitimer(ITIMER_PROF, &end, nullptr);\n"
    "    add<<<4000000, 256>>>(x);\n"
    "}\n";

Test(emu_watchdog, a_large_launch_is_announced_early)
{
    static const char told[] = "emu: add: about ";
    char path[200];
    snprintf(path, sizeof path, "%s", compile_text("large", large));
    setenv("EMU_CHECK", "off", 1); // all blocks add to the same places
    setenv("EMU_CORES", "1", 1);
    struct run run = run_for(path, NULL, SECONDS);
    cr_expect(strncmp(run.err, told, strlen(told)) == 0 && strstr(run.err, " at this size, at ") &&
                  strstr(run.err, "large.cu:13\n") && !strchr(run.err, '\r'),
              "%s", run.err);
    run_free(&run);
}

// ---- Values -------------------------------------------------------------------------------------

Test(emu_watchdog, wrong_values_are_refused_by_name)
{
    static const struct {
        const char *name, *value, *told;
    } cases[] = {
        {"EMU_TIMEOUT", "abc", "must be a number of seconds from 0 to 1000000000"},
        {"EMU_TIMEOUT", "-1", "must be a number of seconds from 0 to 1000000000"},
        {"EMU_TIMEOUT", "0.5.1", "must be a number of seconds from 0 to 1000000000"},
        {"EMU_TIMEOUT", ".", "must be a number of seconds from 0 to 1000000000"},
        {"EMU_TIMEOUT", "5x", "must be a number of seconds from 0 to 1000000000"},
        {"EMU_TIMEOUT", "99999999999999999999", "must be a number of seconds from 0 to 1000000000"},
        {"EMU_CORES", "0", "must be a whole number of cores from 1 to 256"},
        {"EMU_CORES", "two", "must be a whole number of cores from 1 to 256"},
        {"EMU_CHECK", "of", "no such value; known: on|off|sample"},
        {"EMU_CHECK", "o", "no such value; known: on|off|sample"},
        {"EMU_PROXY", "loose", "no such value; known: 0|writes"},
        {"EMU_ADVICE", "yes", "no such value; known: 0|1"},
        {"EMU_LEAKS", "errors", "no such value; known: advice|error|off"},
        {"EMU_REPORT", "jsonl", "no such value; known: text|json|gcc"},
        {"EMU_COUNTERS", "yes", "no such value; known: 0|1|launch"},
        {"EMU_LINES", "2", "no such value; known: 0|1"},
        {"EMU_GPU_NAME", "h20", "no such value; known: h200|h100|a100|rtx4090|rtx3060laptop|t4"},
        {"EMU_HEAT", "kernel.cu", "must be a line of a file, such as kernel.cu:12"},
        {"EMU_HEAT", "kernel.cu:", "must be a line of a file, such as kernel.cu:12"},
        {"EMU_TRACE_BLOCKS", "0", "must be a whole number of blocks from 1 to 65536"},
        {"EMU_TRACE_BLOCKS", "4",
         "sets how many blocks EMU_TRACE records, but EMU_TRACE is not set"},
        {"EMU_HEAT_SVG", "a.svg", "draws the line of EMU_HEAT=file.cu:12, but EMU_HEAT is not set"},
    };
    static const char *const good[][2] = {
        {"EMU_TIMEOUT", "0"}, {"EMU_TIMEOUT", "2.5"}, {"EMU_CHECK", "on"},
        {"EMU_CORES", "1"},   {"EMU_REPORT", "text"}, {"EMU_CHECK", ""},
        {"EMU_LINES", "0"},   {"EMU_COUNTERS", "0"},  {"EMU_GPU_NAME", "t4"}};
    char path[200], wanted[300];
    snprintf(path, sizeof path, "%s",
             compile_text("plain", "__global__ void nothing() {}\n"
                                   "int main() { nothing<<<1, 32>>>(); return 7; }\n"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        setenv(cases[i].name, cases[i].value, 1);
        struct run run = run_for(path, NULL, SECONDS);
        snprintf(wanted, sizeof wanted, "emu: %s=%s: %s\n", cases[i].name, cases[i].value,
                 cases[i].told);
        cr_expect(run.status == 1 && strcmp(run.err, wanted) == 0, "status %d: %s, want %s",
                  run.status, run.err, wanted);
        run_free(&run);
        unsetenv(cases[i].name);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        setenv(good[i][0], good[i][1], 1);
        struct run run = run_for(path, NULL, SECONDS);
        cr_expect(run.status == 7 && !run.err[0], "%s=%s: status %d: %s", good[i][0], good[i][1],
                  run.status, run.err);
        run_free(&run);
        unsetenv(good[i][0]);
    }
}
