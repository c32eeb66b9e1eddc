// SPDX-License-Identifier: MIT
//
// capturing.h: the captures that have begun and not ended. Internal to graph/.
#ifndef CAPTURING_H
#define CAPTURING_H

#include "graph.h"

#include <pthread.h>

enum { MAX_MEMBERS = 64, MAX_LAST = 64 };

struct capturing {
    cudaGraph_t graph;
    bool owns_graph;
    cudaStream_t origin;
    enum cudaStreamCaptureMode mode;
    pthread_t thread;
    int device;
    bool is_blocking; // the default stream waits for the origin
    const char *pc;
    char ended_by[120];   // the call that made it invalid
    const char *ended_at; // NULL: it is valid
    struct capturing *next;
};

// A stream that takes part in a capture, or an event that was recorded in one.
struct member {
    const void *who; // NULL: unused
    bool is_event;
    struct capturing *into;
    cudaGraphNode_t last[MAX_LAST]; // dependencies of its next node
    size_t last_count;
};

// ---- capture.c ----------------------------------------------------------------------------------

extern struct capturing *captures;           // the last that began
struct member *member_find(const void *who); // NULL: it takes part in no capture
const struct member *member_number(int i);   // NULL: unused; i < MAX_MEMBERS

// ---- capture_check.c ----------------------------------------------------------------------------

// These functions report a call that CUDA refuses while streams are captured, make the captures
// invalid that it concerns, and return its error. cudaSuccess: the call is allowed.
cudaError_t capture_check(enum capture_use use, cudaStream_t stream, const char *call,
                          const char *pc);
cudaError_t capture_check_event(cudaEvent_t event, const char *call, const char *pc);
cudaError_t capture_check_wait(cudaStream_t stream, cudaEvent_t event, bool is_recorded_outside,
                               const char *pc);
cudaError_t capture_check_end(const struct capturing *c, cudaStream_t stream, const char *pc);
// No check: calls of the emulated GPU itself, on this thread.
void capture_check_pause(int change); // 1: begin, -1: end

#endif
