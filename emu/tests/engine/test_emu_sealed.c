// SPDX-License-Identifier: MIT
//
// test_emu_sealed.c: after emu_seal() host code cannot change what was counted and found; the
// engine can.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

#include "../support/cuda_text.h"

enum { SECONDS = 30 };

TestSuite(emu_sealed, .fini = scratch_remove);

// The engine's own names, which a program does not know: the head of the page, and the first
// worker's counts.
static const char program[] =
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "#include \"emu_api.h\"\n"
    "extern \"C\" long sealed[];\n"
    "enum { FOUND = 1, WORKERS = 4 };\n"
    "__global__ void copy(const int *from, int *to)\n"
    "{ to[threadIdx.x] = from[threadIdx.x]; }\n"
    "__global__ void race(int *to) { to[0] = threadIdx.x; }\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    int *x, *y;\n"
    "    long long counted[EMU_COUNTER_COUNT];\n"
    "    struct emu_found found;\n"
    "    cudaMalloc(&x, 1024), cudaMalloc(&y, 1024);\n"
    "    cudaMemset(x, 0, 1024);\n"
    "    emu_seal();\n"
    "    emu_count(1);\n"
    "    copy<<<4, 64>>>(x, y);\n"
    "    race<<<1, 64>>>(y);\n"
    "    cudaDeviceSynchronize();\n"
    "    const char how = argv[1][0];\n"
    "    if (how == 'f') sealed[FOUND] = 0;\n"
    "    if (how == 'l') sealed[WORKERS] = 0;\n"
    "    if (how == 'w') memset((void *)sealed[WORKERS], 0, 8192);\n"
    "    copy<<<4, 64>>>(x, y);\n"
    "    emu_count(0);\n"
    "    emu_counters(counted);\n"
    "    emu_take_found(&found);\n"
    "    printf(\"%lld loads, found %d\\n\", counted[EMU_GLOBAL_LOAD_REQUESTS], found.times > 0);\n"
    "    return 0;\n"
    "}\n";

Test(emu_sealed, the_engine_counts_as_before)
{
    struct run run = run_for(compile_text("seal", program), "nothing", SECONDS);
    cr_expect(strcmp(run.out, "16 loads, found 1\n") == 0, "%s%s", run.out, run.err);
    run_free(&run);
}

Test(emu_sealed, a_store_of_host_code_ends_the_program)
{
    const char *const path = compile_text("seal", program);
    static const char *const ways[] = {"found", "list", "worker"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct run run = run_for(path, ways[i], SECONDS);
        cr_expect(run.status == 128 + SIGSEGV && run.out[0] == '\0', "%s: status %d: %s", ways[i],
                  run.status, run.out);
        run_free(&run);
    }
}
