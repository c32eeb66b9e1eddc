// SPDX-License-Identifier: MIT
//
// timeline.h: the clock that all GPUs of a host share.
#ifndef BENCH_TIMELINE_H
#define BENCH_TIMELINE_H

#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

// Writes %globaltimer, in ns, to *ns when the stream comes to it. ns: memory that the GPU can write.
void read_global_timer(unsigned long long *ns, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
