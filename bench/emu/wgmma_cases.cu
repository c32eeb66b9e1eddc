// SPDX-License-Identifier: MIT
//
// wgmma_cases.cu: records what wgmma answers on a GPU of compute capability 9.0: which bytes of
// shared memory a descriptor names (wgmma_cases/probe.h), and the sums bit by bit
// (wgmma_cases/inputs.h). tests/device/test_ptx_wgmma.c asks the emulated GPU the same and
// compares.
//
//     wgmma_cases RECORD [--raw DIR]
//
// RECORD gets a digest of each probe and of every MMA_BATCH problems, and the beginning of the
// first row of D of some problems. --raw: all of them, one file per instruction, and the probes'
// addresses as text, for readers who look for the rule.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mma_cases/answers.h"
#include "mma_cases/record.h"
#include "wgmma_cases/inputs.h"
#include "wgmma_cases/probe.h"

static void write_header(FILE *to)
{
    fprintf(to, "# What wgmma answers on a GPU; made by bench/emu/wgmma_cases.cu.\n");
    const int major = write_machine(to);
    fprintf(to, "# probe NUMBER DIGEST: of the addresses of 64 lines, 16 elements each;\n");
    fprintf(to, "# instruction NAME: then its digests, one for each %d problems;\n", MMA_BATCH);
    fprintf(to, "# row P: the first columns of row 0 of D of problem P.\n");
    if (major != 9) {
        fprintf(stderr, "wgmma_cases: this GPU does not have compute capability 9.0\n");
        exit(1);
    }
}

// ---- Addresses ----------------------------------------------------------------------------------

static void write_addresses(FILE *to, unsigned number, const uint16_t *map)
{
    const struct wgmma_probe p = wgmma_probe_of(number);
    fprintf(to, "probe %u: %c%s swizzle %d leading %d stride %d start %d base %d:", number,
            p.of_b ? 'B' : 'A', p.trans ? " trans" : "", p.swizzle, p.leading, p.stride, p.start,
            p.base);
    for (unsigned i = 0; i < PROBE_WORDS; i++)
        fprintf(to, " %x", 2u * map[i]);
    fprintf(to, "\n");
}

static void record_probes(FILE *to, FILE *raw)
{
    uint16_t *d_map;
    uint32_t map[PROBE_WORDS / 2];
    CUDA_CHECK(cudaMalloc((void **)&d_map, sizeof map));
    for (unsigned number = 0; number < PROBES; number++) {
        const struct wgmma_probe p = wgmma_probe_of(number);
        launch_wgmma_probe(&p, d_map);
        CUDA_CHECK(cudaMemcpy(map, d_map, sizeof map, cudaMemcpyDeviceToHost));
        fprintf(to, "probe %u %016" PRIx64 "\n", number,
                mma_digest(MMA_DIGEST_START, map, PROBE_WORDS / 2));
        if (raw)
            write_addresses(raw, number, (const uint16_t *)map);
    }
    CUDA_CHECK(cudaFree(d_map));
}

// ---- Sums ---------------------------------------------------------------------------------------

// D of all problems, in registers thread by thread. The caller frees it.
static uint32_t *results(unsigned instruction)
{
    const struct wgmma_instruction *it = &wgmma_instructions[instruction];
    const struct mma_traits t = wgmma_traits(instruction);
    const unsigned problems = wgmma_problems(&t);
    const size_t a_bytes = (size_t)64 * WGMMA_LINE, b_bytes = (size_t)it->n * WGMMA_LINE,
                 c_words = (size_t)64 * it->n;
    unsigned char *a = (unsigned char *)allocate(problems * a_bytes);
    unsigned char *b = (unsigned char *)allocate(problems * b_bytes);
    uint32_t *c = (uint32_t *)allocate(problems * c_words * sizeof *c);
    for (unsigned p = 0; p < problems; p++)
        wgmma_inputs(&t, instruction, p, a + p * a_bytes, b + p * b_bytes, c + p * c_words);
    void *d_a = to_device(a, problems * a_bytes), *d_b = to_device(b, problems * b_bytes),
         *d_c = to_device(c, problems * c_words * sizeof *c),
         *d_d = to_device(c, problems * c_words * sizeof *c);
    it->launch(d_a, d_b, d_c, d_d, problems, MMA_KINDS);
    CUDA_CHECK(cudaMemcpy(c, d_d, problems * c_words * sizeof *c, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    CUDA_CHECK(cudaFree(d_d));
    free(a);
    free(b);
    return c;
}

static void record_sums(FILE *to, unsigned instruction, const uint32_t *d)
{
    enum { COLUMNS = 8 };
    const struct mma_traits t = wgmma_traits(instruction);
    const unsigned words = 64 * t.n;
    mma_record_digests(to, wgmma_instructions[instruction].name, d, words, wgmma_problems(&t));
    for (unsigned p = 0; p < MMA_SHOWN * MMA_KINDS; p++) {
        fprintf(to, "row %u", p);
        for (unsigned j = 0; j < COLUMNS; j++)
            fprintf(to, " %" PRIx32, d[(size_t)p * words + wgmma_register(0, j, t.n / 2)]);
        fprintf(to, "\n");
    }
}

int main(int argc, char **argv)
{
    const char *raw = NULL, *path = NULL;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--raw") == 0 && i + 1 < argc)
            raw = argv[++i];
        else
            path = argv[i];
    if (!path) {
        fprintf(stderr, "usage: wgmma_cases RECORD [--raw DIR]\n");
        return 2;
    }
    FILE *to = create(NULL, path, ""), *addresses = raw ? create(raw, "probes", ".txt") : NULL;
    write_header(to);
    record_probes(to, addresses);
    if (addresses)
        fclose(addresses);
    for (unsigned i = 0; i < WGMMA_INSTRUCTION_COUNT; i++) {
        const struct mma_traits t = wgmma_traits(i);
        uint32_t *d = results(i);
        record_sums(to, i, d);
        if (raw)
            write_raw(raw, wgmma_instructions[i].name, d, (size_t)wgmma_problems(&t) * 64 * t.n);
        free(d);
    }
    return fclose(to) == 0 ? 0 : 1;
}
