// SPDX-License-Identifier: MIT
//
// one_shot.h: an all-gather and a reduce-scatter of few rows, each by one kernel, which stores to
// the peers' memory. The name is that of the same method for all-reduce, in TensorRT-LLM and vLLM.
//
// A block sends its part of the rows to every peer, sets a flag there, and waits for the same
// block's flag of every peer. So data cross a link once, and only the flag follows. NCCL's kernels
// copy through buffers in between, and keep account of what is free in them. Here the place is
// always free, because there are two of them, for operations in turn. A rank begins an operation
// only after it has received all of the last one. So every peer has begun that, and has ended the
// one before, whose buffer is used again.
#ifndef MANY_ONE_SHOT_H
#define MANY_ONE_SHOT_H

#include <cuda_runtime_api.h>

#include "../many.h"

#ifdef __cplusplus
extern "C" {
#endif

// Can the ranks exchange rows of `ld` elements like this? They must be whole 16-byte units, and the
// peers' memory must be in reach.
bool one_shot_takes(const struct rank *me, int ld);

// Every rank's `each` rows of ld elements, one rank's after another's, in memory that is valid
// until the operation after the next one.
const uint16_t *one_shot_gather(struct rank *me, const uint16_t *mine, int each, int ld);

// C = the sum over all ranks of this rank's rows of `partial` + beta C. partial: m x n, of which
// rank r keeps the rows from r * each on. Sums are float32, in the order of the ranks, and rounded
// once. n and ldc: see one_shot_takes().
void one_shot_add(struct rank *me, const uint16_t *partial, const struct many_gemm *g);

// ---- one_shot.cu --------------------------------------------------------------------------------

enum { ONE_SHOT_BLOCKS = 128, ONE_SHOT_UNIT = 8 }; // blocks at most; elements of a unit

// Flags: word rank * ONE_SHOT_BLOCKS + block of each rank's memory, set by that rank.
struct one_shot {
    int number, count;
    uint32_t turn;                // the number of the operation, and the value of its flags
    uint32_t *flags[MANY_MOST];   // of each rank
    uint16_t *inboxes[MANY_MOST]; // of each rank, for this operation
};
void one_shot_send(const struct one_shot *p, const uint16_t *mine, int units, cudaStream_t stream);
void one_shot_send_and_add(const struct one_shot *p, const uint16_t *partial,
                           const struct many_gemm *g, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
