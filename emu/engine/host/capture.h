// SPDX-License-Identifier: MIT
//
// capture.h: callbacks of stream capture (graph/capture.c). Until the program first uses graphs, no
// callback is registered.
#ifndef CAPTURE_H
#define CAPTURE_H

#include "launch.h"
#include "stream.h"

struct symbol_copy;
struct cudaMemsetParams;

// What a call does while streams are captured.
enum capture_use {
    USE_WORK,   // begins work in a stream; if that is the default stream, perhaps waits for it
    USE_SYNC,   // waits for a stream, or asks whether it is done
    USE_DEVICE, // waits for all streams of the current GPU
    USE_UNSAFE, // something outside the capture: an allocation
};

// The check functions return the error of a call that a capture does not allow, which they have
// reported. Each other function returns false if the stream is not captured; then the caller does
// the work.
struct capture {
    cudaError_t (*check)(enum capture_use use, cudaStream_t stream, const char *call,
                         const char *pc);
    cudaError_t (*check_event)(cudaEvent_t event, const char *call, const char *pc);
    cudaError_t (*check_wait)(cudaStream_t stream, cudaEvent_t event, bool is_recorded_outside,
                              const char *pc);
    bool (*is_on)(cudaStream_t stream);
    bool (*launch)(const struct kept_launch *launch);
    bool (*copy)(cudaStream_t stream, const struct cudaMemcpy3DParms *copy, const char *pc);
    bool (*symbol)(cudaStream_t stream, const struct symbol_copy *copy);
    bool (*set)(cudaStream_t stream, const struct cudaMemsetParams *set, const char *pc);
    bool (*host)(cudaStream_t stream, cudaHostFn_t function, void *data, const char *pc);
    bool (*memory)(cudaStream_t stream, void *p, bool allocated, const char *pc);
    bool (*record)(cudaStream_t stream, cudaEvent_t event);
    bool (*wait)(cudaStream_t stream, cudaEvent_t event);
};
extern const struct capture *capture; // NULL: no graph was made yet

// Also refuses a stream that was destroyed.
static inline cudaError_t capture_refuses(enum capture_use use, cudaStream_t stream,
                                          const char *call, const char *pc)
{
    if (stream_is_gone(stream, call, pc))
        return set_error_at(cudaErrorInvalidResourceHandle, pc);
    return capture ? capture->check(use, stream, call, pc) : cudaSuccess;
}

static inline bool is_captured(cudaStream_t stream) { return capture && capture->is_on(stream); }

#endif
