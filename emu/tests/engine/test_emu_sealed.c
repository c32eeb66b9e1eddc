// SPDX-License-Identifier: MIT
//
// test_emu_sealed.c: after emu_seal() host code cannot change what was counted and found, which the
// engine can, and sees nothing of what kernels leave behind.
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

// A variable has one value for kernels and one for the host, copies reach that of the kernels; and
// what is left in shared memory and on the stack of a thread is gone.
static const char sides[] =
    "#include <stdio.h>\n"
    "#include \"emu_api.h\"\n"
    "__device__ int v = 1;\n"
    "__constant__ int c = 2;\n"
    "__global__ void leave(int *to, int **where)\n"
    "{\n"
    "    __shared__ int shared[64];\n"
    "    int local[64];\n"
    "    for (int i = 0; i < 64; i++) shared[i] = local[i] = 77;\n"
    "    to[0] = v, to[1] = c, v += 10;\n"
    "    where[0] = shared, where[1] = local;\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    int *to, **where, got[2], *left[2], value, five = 5;\n"
    "    cudaMalloc(&to, 8), cudaMalloc(&where, 16);\n"
    "    emu_seal();\n"
    "    int *volatile pv = &v, *volatile pc = &c;\n"
    "    leave<<<1, 1>>>(to, where);\n"
    "    cudaMemcpy(left, where, 16, cudaMemcpyDeviceToHost);\n"
    "    printf(\"%d %d left %d %d\\n\", *pv, *pc, left[0][5], left[1][5]);\n"
    "    *pv = 100, *pc = 200;\n"
    "    leave<<<1, 1>>>(to, where);\n"
    "    cudaMemcpy(got, to, 8, cudaMemcpyDeviceToHost);\n"
    "    cudaMemcpyFromSymbol(&value, v, 4);\n"
    "    printf(\"%d %d kernels %d %d copied %d\\n\", *pv, *pc, got[0], got[1], value);\n"
    "    const long long before = emu_copied_to_device();\n"
    "    cudaMemcpyToSymbol(v, &five, 4);\n"
    "    cudaMemset(to, 0, 8);\n"
    "    leave<<<1, 1>>>(to, where);\n"
    "    printf(\"came %lld\\n\", emu_copied_to_device() - before);\n"
    "    cudaMemcpyFromSymbol(&value, v, 4);\n"
    "    printf(\"%d %d\\n\", value, *pv);\n"
    "    cudaFree(to), cudaFree(where);\n"
    "    return 0;\n"
    "}\n";

Test(emu_sealed, the_host_sees_nothing_of_kernels)
{
    struct run run = run_for(compile_text("sides", sides), "", SECONDS);
    cr_expect(strcmp(run.out, "1 2 left 0 0\n"
                              "100 200 kernels 11 2 copied 21\n"
                              "came 24\n"
                              "15 100\n") == 0,
              "%s%s", run.out, run.err);
    run_free(&run);
}
