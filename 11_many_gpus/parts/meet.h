// SPDX-License-Identifier: MIT
//
// meet.h: all GPUs have come to a place in their streams.
#ifndef MANY_MEET_H
#define MANY_MEET_H

#include <cuda_runtime_api.h>

#include "tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

// Tells every peer that this rank's stream has come so far in the operation p->turn, and waits
// until all peers have said the same: one small block. Work behind it in the stream may read the
// peers' rows of A and write this rank's `gathered`.
void meet(const struct tiles_params *p, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
