// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "kernel_trial.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

enum { SECONDS = 30 };

static void expect_report(const struct kernel_trial *t, const struct run *run)
{
    const char *at = run->err;
    for (int i = 0; t->report[i]; i++) {
        at = strstr(at, t->report[i]);
        cr_assert(at != NULL, "\"%s\" is missing or out of place in\n%s", t->report[i], run->err);
    }
    const bool diagnosis = !getenv("EMU_COUNTERS");
    cr_expect(run->status == diagnosis, "status %d", run->status);
}

// One program for all kernels, because compiling takes longest; its argument selects the kernel.
// Lines are counted from the beginning of each body.
void try_kernels(const struct kernel_trial *trials, int count)
{
    static char text[20000];
    char source[200], program[200], include[1200], number[20];
    size_t used = (size_t)snprintf(
        text, sizeof text, "#include \"ptx/ptx.h\"\n#include <stdio.h>\n#include <stdlib.h>\n");
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "__global__ void k%d(const int *in, int *out)\n{\n"
                                 "#line 1 \"body.cu\"\n%s\n}\n",
                                 i, trials[i].kernel);
    used += (size_t)snprintf(text + used, sizeof text - used,
                             "int main(int argc, char **argv)\n"
                             "{\n"
                             "    int h[64], *in, *out, k = atoi(argv[1]), threads = 0;\n"
                             "    for (int i = 0; i < 64; i++) h[i] = i + 1;\n"
                             "    cudaMalloc(&in, sizeof h); cudaMalloc(&out, sizeof h);\n"
                             "    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);\n"
                             "    cudaMemset(out, 0, sizeof h);\n");
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "    if (k == %d) k%d<<<1, threads = %d>>>(in, out);\n", i, i,
                                 trials[i].threads);
    used += (size_t)snprintf(text + used, sizeof text - used,
                             "    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);\n"
                             "    for (int i = 0; i < threads; i++) printf(\" %%d\", h[i]);\n"
                             "    cudaFree(in); cudaFree(out);\n"
                             "    return 0;\n"
                             "}\n");
    cr_assert(used < sizeof text);
    snprintf(include, sizeof include, "-I%s", repository_path("emu/tests"));
    snprintf(source, sizeof source, "%s", scratch_path("text.cu"));
    snprintf(program, sizeof program, "%s", scratch_path("text"));
    write_bytes(source, text, used);
    struct run run = run_program((const char *const[]){
        emucc_program(), "-w", WITHOUT_SPECIAL_FUNCTIONS, include, source, "-o", program, NULL});
    cr_assert(run.status == 0, "emucc: %s", run.err);
    run_free(&run);
    for (int i = 0; i < count; i++) {
        snprintf(number, sizeof number, "%d", i);
        run = run_program_for((const char *const[]){program, number, NULL}, SECONDS, NULL);
        if (trials[i].output)
            cr_expect(strcmp(run.out, trials[i].output) == 0 && !run.err[0],
                      "%s\n got \"%s\", want \"%s\"\n%s", trials[i].kernel, run.out,
                      trials[i].output, run.err);
        else
            expect_report(&trials[i], &run);
        run_free(&run);
    }
}
