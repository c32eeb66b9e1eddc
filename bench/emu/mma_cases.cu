// SPDX-License-Identifier: MIT
//
// mma_cases.cu: records what a GPU's tensor cores answer, bit by bit
// (bench/emu/mma_cases/inputs.h says to what). tests/device/test_ptx_mma.c asks the
// emulated GPU the same and compares.
//
//     mma_cases RECORD [--raw DIR] [--problems N]
//
// RECORD gets, for each instruction, a digest of every MMA_BATCH problems, and the first row of D
// of some problems in full. --raw: all of D, one file per instruction, for readers who look for the
// rule.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mma_cases/answers.h"
#include "mma_cases/inputs.h"
#include "mma_cases/launch.h"
#include "mma_cases/record.h"

// D of all problems, in registers lane by lane. The caller frees it.
static uint32_t *results(unsigned instruction, unsigned problems)
{
    const struct mma_instruction *it = &mma_instructions[instruction];
    const struct mma_traits t = it->traits();
    const size_t a_words = 32 * t.a_registers, b_words = 32 * t.b_registers,
                 c_words = 32 * t.c_registers;
    uint32_t *a = (uint32_t *)allocate(problems * a_words * sizeof *a);
    uint32_t *b = (uint32_t *)allocate(problems * b_words * sizeof *b);
    uint32_t *c = (uint32_t *)allocate(problems * c_words * sizeof *c);
    static struct mma_operands in;
    for (unsigned p = 0; p < problems; p++) {
        mma_inputs(&t, instruction, p, &in);
        mma_to_registers(t.a, t.a_type, t.m, t.k, t.a_registers, in.a, a + p * a_words);
        mma_to_registers(t.b, t.b_type, t.n, t.k, t.b_registers, in.b, b + p * b_words);
        mma_to_registers(t.c, t.c_type, t.m, t.n, t.c_registers, in.c, c + p * c_words);
    }
    void *d_a = to_device(a, problems * a_words * sizeof *a),
         *d_b = to_device(b, problems * b_words * sizeof *b),
         *d_c = to_device(c, problems * c_words * sizeof *c),
         *d_d = to_device(c, problems * c_words * sizeof *c);
    it->launch((uint32_t *)d_a, (uint32_t *)d_b, (uint32_t *)d_c, (uint32_t *)d_d, problems);
    CUDA_CHECK(cudaMemcpy(c, d_d, problems * c_words * sizeof *c, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    CUDA_CHECK(cudaFree(d_d));
    free(a);
    free(b);
    return c;
}

static void write_header(FILE *to, unsigned problems)
{
    fprintf(to, "# What the tensor cores of a GPU answer; made by bench/emu/mma_cases.cu.\n");
    write_machine(to);
    fprintf(to, "# instruction NAME, problems N: then its digests, one for each %d problems;\n",
            MMA_BATCH);
    fprintf(to, "# row P: row 0 of D of problem P, in the order of columns.\n");
    fprintf(to, "problems %u\n", problems);
}

int main(int argc, char **argv)
{
    const char *raw = NULL, *path = NULL;
    unsigned problems = MMA_PROBLEMS;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--raw") == 0 && i + 1 < argc)
            raw = argv[++i];
        else if (strcmp(argv[i], "--problems") == 0 && i + 1 < argc)
            problems = (unsigned)atoi(argv[++i]) / MMA_BATCH * MMA_BATCH;
        else
            path = argv[i];
    if (!path || problems == 0) {
        fprintf(stderr, "usage: mma_cases RECORD [--raw DIR] [--problems N]\n");
        return 2;
    }
    FILE *to = create(NULL, path, "");
    write_header(to, problems);
    for (unsigned i = 0; i < MMA_INSTRUCTION_COUNT; i++) {
        const struct mma_traits t = mma_instructions[i].traits();
        uint32_t *d = results(i, problems);
        mma_record(to, mma_instructions[i].name, &t, d, problems);
        if (raw)
            write_raw(raw, mma_instructions[i].name, d, (size_t)problems * 32 * t.c_registers);
        free(d);
    }
    return fclose(to) == 0 ? 0 : 1;
}
