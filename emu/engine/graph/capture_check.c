// SPDX-License-Identifier: MIT
//
// capture_check.c: calls that CUDA refuses while streams are captured. The work of a captured
// stream does not run, so nothing can wait for it. Such a call makes the capture invalid:
// cudaStreamEndCapture then returns no graph. (CUDA programming guide, "Prohibited and Unhandled
// Operations" of stream capture.)
#include "capturing.h"
#include "../host/host.h"
#include "../program/program.h"
#include "../report/report.h"

#include <stdio.h>
#include <string.h>

enum { WHY = 400, LINE = 300 };

static _Thread_local int paused;
static _Thread_local enum cudaStreamCaptureMode thread_mode; // cudaStreamCaptureModeGlobal

void capture_check_pause(int change) { paused += change; }

static void invalidate(struct capturing *c, const char *call, const char *pc)
{
    if (c->ended_at)
        return;
    snprintf(c->ended_by, sizeof c->ended_by, "%s", call);
    c->ended_at = pc;
}

// why: has "%s" in place of the location `at`.
static cudaError_t refuse(cudaError_t error, const char *call, const char *pc, const char *why,
                          const char *at)
{
    char head[200], text[WHY + LINE], line[LINE];
    const char *place = strstr(why, "%s");
    snprintf(head, sizeof head, "%s refused (%s)", call, cudaGetErrorName(error));
    snprintf(text, sizeof text, "%.*s%s%s", (int)(place - why), why,
             source_line(at, line, sizeof line), place + 2);
    call_refused(pc, head, text);
    return set_error_at(error, pc);
}

static struct capturing *capture_of(const void *who)
{
    const struct member *m = member_find(who);
    return m ? m->into : NULL;
}

typedef bool concerns(const struct capturing *c);

// Makes all captures that `concerned` selects invalid. Returns one of them, or NULL.
static const struct capturing *invalidate_all(concerns *concerned, const char *call, const char *pc)
{
    const struct capturing *found = NULL;
    for (struct capturing *c = captures; c; c = c->next)
        if (concerned(c)) {
            invalidate(c, call, pc);
            found = c;
        }
    return found;
}

static bool is_on_gpu(const struct capturing *c) { return c->device == gpu_current(); }
static bool is_waited_for(const struct capturing *c) { return is_on_gpu(c) && c->is_blocking; }

static bool forbids_unsafe(const struct capturing *c)
{
    const bool own = pthread_equal(c->thread, pthread_self());
    if (thread_mode == cudaStreamCaptureModeRelaxed)
        return false;
    return own ? c->mode != cudaStreamCaptureModeRelaxed
               : thread_mode == cudaStreamCaptureModeGlobal &&
                     c->mode == cudaStreamCaptureModeGlobal;
}

static cudaError_t refuse_legacy(const struct capturing *c, const char *call, const char *pc)
{
    return refuse(cudaErrorStreamCaptureImplicit, call, pc,
                  "the default stream would wait for the stream that has been captured since %s, "
                  "whose work does not run: use a captured stream, or move the call out of the "
                  "capture",
                  c->pc);
}

static cudaError_t check_legacy(const char *call, const char *pc)
{
    const struct capturing *c = invalidate_all(is_waited_for, call, pc);
    return c ? refuse_legacy(c, call, pc) : cudaSuccess;
}

static cudaError_t check_sync(struct capturing *c, cudaStream_t stream, const char *call,
                              const char *pc)
{
    if (!c)
        return stream_is_legacy(stream) ? check_legacy(call, pc) : cudaSuccess;
    invalidate(c, call, pc);
    return refuse(cudaErrorStreamCaptureUnsupported, call, pc,
                  "the stream has been captured since %s, and its work begins only when the graph "
                  "is launched: wait after cudaGraphLaunch",
                  c->pc);
}

static cudaError_t check_device(const char *call, const char *pc)
{
    const struct capturing *c = invalidate_all(is_on_gpu, call, pc);
    if (!c)
        return cudaSuccess;
    return refuse(cudaErrorStreamCaptureUnsupported, call, pc,
                  "a stream has been captured since %s, and its work begins only when the graph is "
                  "launched: wait after cudaGraphLaunch",
                  c->pc);
}

static cudaError_t check_unsafe(const char *call, const char *pc)
{
    const struct capturing *c = invalidate_all(forbids_unsafe, call, pc);
    if (!c)
        return cudaSuccess;
    return refuse(cudaErrorStreamCaptureUnsupported, call, pc,
                  "a stream has been captured since %s, and the graph would not repeat this call: "
                  "make it before the capture, or use cudaMallocAsync and cudaFreeAsync in the "
                  "stream",
                  c->pc);
}

static bool is_off(void) { return !captures || paused || emu_current || pending_executes(); }

cudaError_t capture_check(enum capture_use use, cudaStream_t stream, const char *call,
                          const char *pc)
{
    if (is_off())
        return cudaSuccess;
    struct capturing *own = use == USE_WORK || use == USE_SYNC ? capture_of(stream) : NULL;
    if (own && own->ended_at)
        return set_error_at(cudaErrorStreamCaptureInvalidated, pc);
    switch (use) {
    case USE_WORK: return !own && stream_is_legacy(stream) ? check_legacy(call, pc) : cudaSuccess;
    case USE_SYNC: return check_sync(own, stream, call, pc);
    case USE_DEVICE: return check_device(call, pc);
    case USE_UNSAFE: return check_unsafe(call, pc);
    }
    return cudaSuccess;
}

cudaError_t capture_check_event(cudaEvent_t event, const char *call, const char *pc)
{
    struct capturing *c = is_off() ? NULL : capture_of(event);
    if (!c)
        return cudaSuccess;
    invalidate(c, call, pc);
    return refuse(cudaErrorCapturedEvent, call, pc,
                  "the event is recorded in a stream that has been captured since %s, whose work "
                  "begins only when the graph is launched: wait for the stream after "
                  "cudaGraphLaunch",
                  c->pc);
}

cudaError_t capture_check_wait(cudaStream_t stream, cudaEvent_t event, bool is_recorded_outside,
                               const char *pc)
{
    static const char call[] = "cudaStreamWaitEvent";
    struct capturing *own = is_off() ? NULL : capture_of(stream);
    struct capturing *c = is_off() ? NULL : capture_of(event);
    if (c && c->ended_at)
        return set_error_at(cudaErrorStreamCaptureInvalidated, pc);
    if (c && stream_is_legacy(stream)) {
        invalidate(c, call, pc);
        return refuse_legacy(c, call, pc);
    }
    if (own && c && own != c) {
        invalidate(own, call, pc);
        invalidate(c, call, pc);
        return refuse(
            cudaErrorStreamCaptureMerge, call, pc,
            "the event belongs to the capture that began at %s, and the stream to another "
            "one: let the stream join that capture instead of beginning one",
            c->pc);
    }
    if (own && !c && is_recorded_outside) {
        invalidate(own, call, pc);
        return refuse(
            cudaErrorStreamCaptureIsolation, call, pc,
            "the event was recorded outside the capture that began at %s, so the graph "
            "would not wait for it: record it in a captured stream, or let the stream that "
            "launches the graph wait for it",
            own->pc);
    }
    return cudaSuccess;
}

// ---- The end ------------------------------------------------------------------------------------

static void mark_before(cudaGraphNode_t node)
{
    if (node->is_before)
        return;
    node->is_before = true;
    for (size_t i = 0; i < node->before_count; i++)
        mark_before(node->before[i]);
}

// A node of another stream that the origin does not wait for, or NULL.
static cudaGraphNode_t unjoined(const struct capturing *c)
{
    const struct member *origin = member_find(c->origin);
    for (size_t i = 0; i < c->graph->count; i++)
        c->graph->nodes[i]->is_before = false;
    for (size_t i = 0; i < origin->last_count; i++)
        mark_before(origin->last[i]);
    for (int i = 0; i < MAX_MEMBERS; i++) {
        const struct member *m = member_number(i);
        for (size_t k = 0; m && !m->is_event && m->into == c && k < m->last_count; k++)
            if (!m->last[k]->is_before)
                return m->last[k];
    }
    return NULL;
}

cudaError_t capture_check_end(const struct capturing *c, cudaStream_t stream, const char *pc)
{
    static const char call[] = "cudaStreamEndCapture";
    char why[WHY];
    if (c->origin != stream_handle(stream, gpu_current()))
        return refuse(cudaErrorStreamCaptureUnmatched, call, pc,
                      "the capture began in another stream, at %s: end it in that stream", c->pc);
    if (c->mode != cudaStreamCaptureModeRelaxed && !pthread_equal(c->thread, pthread_self()))
        return refuse(cudaErrorStreamCaptureWrongThread, call, pc,
                      "another thread began the capture, at %s: end it in that thread, or begin it "
                      "with cudaStreamCaptureModeRelaxed",
                      c->pc);
    if (c->ended_at) {
        snprintf(why, sizeof why, "%s at %%s made the capture invalid, so there is no graph",
                 c->ended_by);
        return refuse(cudaErrorStreamCaptureInvalidated, call, pc, why, c->ended_at);
    }
    const struct CUgraphNode_st *n = unjoined(c);
    if (!n)
        return cudaSuccess;
    return refuse(cudaErrorStreamCaptureUnjoined, call, pc,
                  "the stream in which the capture began does not wait for the work at %s: record "
                  "an event after that work, and let the stream wait for it",
                  n->pc);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    if (!mode)
        return set_error(cudaErrorInvalidValue);
    const enum cudaStreamCaptureMode before = thread_mode;
    thread_mode = *mode;
    *mode = before;
    return cudaSuccess;
}
