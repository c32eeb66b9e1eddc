// SPDX-License-Identifier: MIT
// test_emu_trace.c: EMU_TRACE=file: its contents, what it omits, and its error messages.
#define _POSIX_C_SOURCE 200809L // setenv
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/cuda_text.h"

enum { SECONDS = 30, ROOM = 1 << 16, MOST = 1 << 14 };

TestSuite(emu_trace, .fini = scratch_remove);

// Two launches of two blocks; x steps through a row, with a stride of 32 bytes; warps synchronize.
static const char walking[] = "#include <stdlib.h>\n"
                              "__global__ void walk(float *x, int rounds)\n"
                              "{\n"
                              "    __shared__ float row[64];\n"
                              "    if (threadIdx.x < 40)\n"
                              "        row[threadIdx.x] = 1;\n"
                              "    __syncthreads();\n"
                              "    for (int i = 0; i < rounds; i++)\n"
                              "        x[blockIdx.x * 64 + threadIdx.x] = row[threadIdx.x % 8];\n"
                              "}\n"
                              "int main(int argc, char **argv)\n"
                              "{\n"
                              "    float *d_x;\n"
                              "    const int rounds = argc > 1 ? atoi(argv[1]) : 1;\n"
                              "    cudaMalloc(&d_x, 128 * sizeof(float));\n"
                              "    walk<<<2, 64>>>(d_x, 1);\n"
                              "    walk<<<2, 64>>>(d_x, rounds);\n"
                              "    cudaFree(d_x);\n"
                              "    return 0;\n"
                              "}\n";

static char text[ROOM];

static int occurrences(const char *what)
{
    int count = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
        count++;
    return count;
}

// Reads the beginning of the trace of one run into text; returns the number of its lines.
static int trace(const char *program, const char *argument)
{
    const char *path = scratch_path("trace.jsonl");
    setenv("EMU_TRACE", path, 1);
    struct run run = run_for(program, argument, SECONDS);
    unsetenv("EMU_TRACE");
    cr_assert(run.status == 0 && !run.err[0], "exit status %d\n%s", run.status, run.err);
    run_free(&run);
    FILE *file = fopen(path, "r");
    cr_assert(file != NULL);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    int lines = count_lines(text);
    for (char more[ROOM]; fgets(more, sizeof more, file);) {
        if (strstr(more, "left_out"))
            snprintf(text, sizeof text, "%s", more);
        lines++;
    }
    fclose(file);
    return lines;
}

Test(emu_trace, the_first_block_of_each_launch, .timeout = 600)
{
    const char *program = compile_text("walking", walking);
    // A launch, and for each of the first block's two warps a store, a barrier, a load and a store.
    cr_expect(trace(program, "1") == 2 * (1 + 2 * 4), "%s", text);
    cr_expect(occurrences(
                  "{\"launch\":0,\"kernel\":\"walk\",\"grid\":[2,1,1],\"block\":[64,1,1]}\n") == 1,
              "%s", text);
    cr_expect(occurrences("\"kind\":\"barrier\"}") == 4, "%s", text);
    // Lanes 8 to 31 of warp 1 take no part in the first store.
    cr_expect(occurrences("\"warp\":1,") == 8, "%s", text);
    cr_expect(occurrences("128,132,136,140,144,148,152,156,null,null") == 2, "%s", text);
    // For each warp 32 floats, 4 sectors, of the array that the program calls d_x.
    cr_expect(occurrences("\"kind\":\"store\",\"memory\":\"global\",\"array\":\"d_x\",\"bytes\":4,"
                          "\"sectors\":4,") == 4,
              "%s", text);
    cr_expect(occurrences("\"memory\":\"shared\",\"array\":\"row\",") == 8, "%s", text);
}

// Blocks may run in parallel: each line identifies its block, and none is lost.
Test(emu_trace, several_blocks, .timeout = 600)
{
    const char *program = compile_text("walking", walking);
    setenv("EMU_TRACE_BLOCKS", "3", 1);
    cr_expect(trace(program, "1") == 2 * (1 + 2 * 2 * 4), "%s", text);
    unsetenv("EMU_TRACE_BLOCKS");
    cr_expect(occurrences("{\"block\":0,\"warp\":0,") == 8, "%s", text);
    cr_expect(occurrences("{\"block\":1,\"warp\":1,") == 8, "%s", text);
}

// Two lanes wait for one arrival: the completed phase and the lanes that passed are traced once per
// warp.
Test(emu_trace, what_happens_at_an_mbarrier, .timeout = 600)
{
    const char *program =
        compile_text("meeting", "#include \"emu/ptx/mbarrier.h\"\n"
                                "__global__ void meet(void)\n"
                                "{\n"
                                "    __shared__ __align__(8) uint64_t full[2];\n"
                                "    if (threadIdx.x == 0)\n"
                                "        mbarrier_init(&full[1], 1);\n"
                                "    __syncthreads();\n"
                                "    if (threadIdx.x == 32)\n"
                                "        mbarrier_arrive(&full[1]);\n"
                                "    mbarrier_try_wait_parity(&full[1], 0);\n"
                                "}\n"
                                "int main(void)\n"
                                "{\n"
                                "    meet<<<1, 64>>>();\n"
                                "    return cudaDeviceSynchronize() != cudaSuccess;\n"
                                "}\n");
    trace(program, NULL);
    static const char *const kinds[] = {"arrive", "phase", "pass"};
    static const int phases[] = {0, 1, 0}, times[] = {1, 1, 2};
    for (int i = 0; i < 3; i++) {
        char line[100];
        snprintf(line, sizeof line, "\"kind\":\"%s\",\"array\":\"full\",\"offset\":8,\"phase\":%d}",
                 kinds[i], phases[i]);
        cr_expect(occurrences(line) == times[i], "%s: %d\n%s", line, occurrences(line), text);
    }
}

Test(emu_trace, is_bounded, .timeout = 600)
{
    const char *program = compile_text("walking", walking);
    cr_expect(trace(program, "10000") == MOST + 1);
    // 1 + 8 lines, and 1 + 2 * (2 + 2 * 10000), in all; MOST of them are kept.
    char wanted[64];
    snprintf(wanted, sizeof wanted, "{\"left_out\":%d}\n", 9 + 1 + 2 * (2 + 2 * 10000) - MOST);
    cr_expect(strcmp(text, wanted) == 0, "%s, not %s", text, wanted);
}

Test(emu_trace, a_file_that_cannot_be, .timeout = 600)
{
    const char *program = compile_text("walking", walking);
    setenv("EMU_TRACE", "/nosuch/folder/trace", 1);
    struct run run = run_for(program, "1", SECONDS);
    unsetenv("EMU_TRACE");
    cr_expect(run.status == 1 && count_lines(run.err) == 1 &&
                  strstr(run.err, "EMU_TRACE=/nosuch/folder/trace: cannot be written: "),
              "exit status %d\n%s", run.status, run.err);
    run_free(&run);
}
