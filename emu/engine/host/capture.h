// SPDX-License-Identifier: MIT
//
// capture.h: callbacks of stream capture (graph/capture.c). Until the program first uses graphs, no
// callback is registered.
#ifndef CAPTURE_H
#define CAPTURE_H

#include "launch.h"

// Each returns false if the stream is not captured; then the caller does the work.
struct capture {
    bool (*is_on)(cudaStream_t stream);
    bool (*launch)(const struct kept_launch *launch);
    bool (*copy)(cudaStream_t stream, const struct cudaMemcpy3DParms *copy, const char *pc);
    bool (*set)(cudaStream_t stream, void *p, int value, size_t bytes, const char *pc);
    bool (*host)(cudaStream_t stream, cudaHostFn_t function, void *data, const char *pc);
    bool (*memory)(cudaStream_t stream, void *p, bool allocated, const char *pc);
    bool (*record)(cudaStream_t stream, cudaEvent_t event);
    bool (*wait)(cudaStream_t stream, cudaEvent_t event);
};
extern const struct capture *capture; // NULL: no graph was made yet

static inline bool is_captured(cudaStream_t stream) { return capture && capture->is_on(stream); }

#endif
