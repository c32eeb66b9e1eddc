// SPDX-License-Identifier: MIT
//
// links.h: kernels of links.c.
#ifndef BENCH_LINKS_H
#define BENCH_LINKS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void launch_nothing(cudaStream_t stream);
// One thread follows `loads` links of a list that begins at `first`: word i has the index of the
// next one.
void launch_chase(const uint32_t *first, int loads, uint32_t *end, cudaStream_t stream);
// `rounds` times: sets the peer's flag to the number of the round, from `first` on, and waits for
// its own flag. The second of two such kernels, on the other GPU, waits first.
void launch_ping(uint32_t *peers, const uint32_t *own, int first, int rounds, int waits_first,
                 cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
