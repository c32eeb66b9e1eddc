// SPDX-License-Identifier: MIT
//
// add_shards.h: sums of what several GPUs have computed.
#ifndef MANY_ADD_SHARDS_H
#define MANY_ADD_SHARDS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#include "../many.h"

#ifdef __cplusplus
extern "C" {
#endif

// C = part[0] + part[1] + ... + beta C, in float32, in this order. rows x cols, parts without gaps;
// beta 0: C is not read. Launches in the stream and does not wait.
struct add_shards {
    int rows, cols, count;
    const uint16_t *part[MANY_MOST];
    float beta;
    uint16_t *C;
    int ldc;
};
void add_shards(const struct add_shards *sum, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
