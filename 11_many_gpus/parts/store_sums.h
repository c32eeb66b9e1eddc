// SPDX-License-Identifier: MIT
//
// store_sums.h: sums in float32 become C in bf16.
#ifndef MANY_STORE_SUMS_H
#define MANY_STORE_SUMS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// C = sums + beta C: rows x cols, sums without gaps; beta 0: C is not read. Launches in the stream
// and does not wait.
void store_sums(const float *sums, int rows, int cols, float beta, uint16_t *C, int ldc,
                cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
