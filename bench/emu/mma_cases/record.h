// SPDX-License-Identifier: MIT
//
// record.h: the file of recorded results (bench/results/mma_h200.txt): how it is written.
#ifndef BENCH_MMA_CASES_RECORD_H
#define BENCH_MMA_CASES_RECORD_H

#include <inttypes.h>
#include <stdio.h>

#include "inputs.h"

enum {
    MMA_PROBLEMS = 112 * MMA_KINDS, // of 64 or 128 cases: at least 100,000 of each instruction
    MMA_BATCH = 4,                  // problems to a digest
    MMA_SHOWN = 3,                  // problems of each kind whose first row is written in full
    MMA_DIGESTS_A_LINE = 6,
};
#define MMA_DIGEST_START 0xCBF29CE484222325u

// The first line of an instruction, and the digests. d: `words` registers of each problem.
static inline void mma_record_digests(FILE *to, const char *name, const uint32_t *d, unsigned words,
                                      unsigned problems)
{
    const unsigned batches = problems / MMA_BATCH;
    fprintf(to, "instruction %s\n", name);
    for (unsigned i = 0; i < batches; i++)
        fprintf(to, "%016" PRIx64 "%c",
                mma_digest(MMA_DIGEST_START, d + (size_t)i * MMA_BATCH * words, MMA_BATCH * words),
                i % MMA_DIGESTS_A_LINE + 1 == MMA_DIGESTS_A_LINE || i + 1 == batches ? '\n' : ' ');
}

// d: registers of all lanes of all problems.
static inline void mma_record(FILE *to, const char *name, const struct mma_traits *t,
                              const uint32_t *d, unsigned problems)
{
    const unsigned words = 32 * t->c_registers;
    uint64_t bits[MMA_MOST_C];
    mma_record_digests(to, name, d, words, problems);
    for (unsigned p = 0; p < MMA_SHOWN * MMA_KINDS && p < problems; p++) {
        mma_from_registers(t->c, t->c_type, t->m, t->n, t->c_registers, d + (size_t)p * words,
                           bits);
        fprintf(to, "row %u", p);
        for (unsigned j = 0; j < t->n; j++)
            fprintf(to, " %" PRIx64, bits[j]);
        fprintf(to, "\n");
    }
}

#endif
