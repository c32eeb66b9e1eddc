// SPDX-License-Identifier: MIT
//
// capture.c: stream capture: work of a captured stream becomes nodes of a graph instead of running.
//
// A stream that waits for an event of a captured stream is captured, too, until the capture ends.
#include "capturing.h"
#include "../host/host.h"
#include "../report/report.h"

#include <stdlib.h>
#include <string.h>

static struct member members[MAX_MEMBERS];
struct capturing *captures;

// The default stream of a host thread has the same handle in all threads.
static const void *key_of(const void *who)
{
    return stream_handle((cudaStream_t)(uintptr_t)who, gpu_current());
}

static struct member *find(const void *who)
{
    who = key_of(who);
    for (int i = 0; who && i < MAX_MEMBERS; i++)
        if (members[i].who == who)
            return &members[i];
    return NULL;
}

// Pending work was begun before the capture of its stream.
struct member *member_find(const void *who) { return pending_executes() ? NULL : find(who); }

const struct member *member_number(int i) { return members[i].who ? &members[i] : NULL; }

static struct member *find_or_add(const void *who, bool is_event, struct capturing *into)
{
    struct member *m = member_find(who);
    who = key_of(who);
    for (int i = 0; !m && i < MAX_MEMBERS; i++)
        if (!members[i].who)
            m = &members[i];
    if (!m)
        fatal("more than %d streams and events take part in captures", MAX_MEMBERS);
    if (m->who != who || m->into != into)
        m->last_count = 0;
    m->who = who;
    m->is_event = is_event;
    m->into = into;
    return m;
}

static void add_last(struct member *m, cudaGraphNode_t node)
{
    for (size_t i = 0; i < m->last_count; i++)
        if (m->last[i] == node)
            return;
    if (m->last_count < MAX_LAST)
        m->last[m->last_count++] = node;
}

static bool is_on(cudaStream_t stream) { return member_find(stream) != NULL; }

cudaGraphNode_t capture_node(cudaStream_t stream, cudaGraphNodeType type, const char *pc)
{
    struct member *m = member_find(stream);
    if (!m)
        return NULL;
    cudaGraphNode_t n = graph_add(m->into->graph, type, m->last, m->last_count, pc);
    m->last[0] = n;
    m->last_count = 1;
    return n;
}

// ---- Operations of streams ----------------------------------------------------------------------

static bool capture_copy(cudaStream_t stream, const struct cudaMemcpy3DParms *copy, const char *pc)
{
    cudaGraphNode_t n = capture_node(stream, cudaGraphNodeTypeMemcpy, pc);
    if (n)
        n->copy = *copy;
    return n;
}

static bool capture_symbol(cudaStream_t stream, const struct symbol_copy *copy)
{
    cudaGraphNode_t n = capture_node(stream, cudaGraphNodeTypeMemcpy, copy->pc);
    if (n)
        n->symbol = *copy;
    return n;
}

static bool capture_set(cudaStream_t stream, const struct cudaMemsetParams *set, const char *pc)
{
    cudaGraphNode_t n = capture_node(stream, cudaGraphNodeTypeMemset, pc);
    if (n)
        n->set = *set;
    return n;
}

static bool capture_host(cudaStream_t stream, cudaHostFn_t function, void *data, const char *pc)
{
    cudaGraphNode_t n = capture_node(stream, cudaGraphNodeTypeHost, pc);
    if (n)
        n->host = (struct cudaHostNodeParams){function, data};
    return n;
}

static bool capture_memory(cudaStream_t stream, void *p, bool allocated, const char *pc)
{
    cudaGraphNode_t n =
        capture_node(stream, allocated ? cudaGraphNodeTypeMemAlloc : cudaGraphNodeTypeMemFree, pc);
    if (n)
        n->memory = p;
    if (n && allocated)
        graph_memory_own(p);
    return n;
}

static bool capture_record(cudaStream_t stream, cudaEvent_t event)
{
    struct member *m = member_find(stream), *e = find(event);
    if (!m && e) // recorded again, outside any capture
        e->who = NULL;
    if (!m)
        return false;
    e = find_or_add(event, true, m->into);
    memcpy(e->last, m->last, sizeof e->last);
    e->last_count = m->last_count;
    return true;
}

static bool capture_wait(cudaStream_t stream, cudaEvent_t event)
{
    const struct member *e = member_find(event);
    if (!e)
        return false;
    struct member *m = find_or_add(stream, false, e->into);
    for (size_t i = 0; i < e->last_count; i++)
        add_last(m, e->last[i]);
    return true;
}

// ---- Launches -----------------------------------------------------------------------------------

static struct kept_launch *wanted; // keep_launch() waits for this launch

static bool capture_launch(const struct kept_launch *launch)
{
    if (wanted) {
        keep_copy(launch, wanted);
        return true;
    }
    cudaGraphNode_t n =
        capture_node((cudaStream_t)launch->config.stream, cudaGraphNodeTypeKernel, launch->pc);
    if (n)
        keep_copy(launch, &n->launch);
    return n;
}

static const struct capture captured_streams = {
    .is_on = is_on,
    .launch = capture_launch,
    .copy = capture_copy,
    .symbol = capture_symbol,
    .set = capture_set,
    .host = capture_host,
    .memory = capture_memory,
    .record = capture_record,
    .wait = capture_wait,
    .check = capture_check,
    .check_event = capture_check_event,
    .check_wait = capture_check_wait,
};

bool keep_launch(const struct cudaKernelNodeParams *p, struct kept_launch *launch, const char *pc)
{
    const struct emu_kernel_type *type = emu_kernel_type_of(p->func);
    if (!type) {
        call_refused(pc, "the kernel node",
                     "func is not a known kernel: write (void *)kernel, with the name of a "
                     "__global__ function");
        return false;
    }
    if (!p->kernelParams && p->extra) {
        call_refused(pc, "the kernel node", "arguments by `extra` are not there: use kernelParams");
        return false;
    }
    capture = &captured_streams;
    wanted = launch;
    *launch = (struct kept_launch){.closure = NULL};
    const struct emu_config config = {p->gridDim, p->blockDim, p->sharedMemBytes, NULL};
    capture_check_pause(1);
    type->launch(p->func, &config, p->kernelParams);
    capture_check_pause(-1);
    wanted = NULL;
    launch->pc = pc;
    return true;
}

// ---- Begin and end ------------------------------------------------------------------------------

static cudaError_t begin(cudaStream_t stream, cudaGraph_t graph, enum cudaStreamCaptureMode mode,
                         const char *pc)
{
    struct capturing *into = calloc(1, sizeof *into);
    if (stream_is_legacy(stream) || is_captured(stream) || !into) {
        free(into); // CUDA does not capture stream 0 either
        return set_error_at(cudaErrorStreamCaptureUnsupported, pc);
    }
    engine_init();
    unsigned flags = 0;
    cudaStreamGetFlags(stream, &flags);
    *into = (struct capturing){.graph = graph,
                               .owns_graph = !graph,
                               .origin = stream_handle(stream, gpu_current()),
                               .mode = mode,
                               .thread = pthread_self(),
                               .device = stream_device(stream),
                               .is_blocking = !(flags & cudaStreamNonBlocking),
                               .pc = pc,
                               .next = captures};
    if (!graph)
        cudaGraphCreate(&into->graph, 0);
    captures = into;
    capture = &captured_streams;
    find_or_add(stream, false, into);
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    return begin(stream, NULL, mode, CALLER());
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *dependencies, const void *edges,
                                          size_t count, enum cudaStreamCaptureMode mode)
{
    (void)edges;
    cudaError_t error =
        graph ? begin(stream, graph, mode, CALLER()) : set_error(cudaErrorInvalidValue);
    for (size_t i = 0; error == cudaSuccess && i < count; i++)
        add_last(member_find(stream), dependencies[i]);
    return error;
}

static void end(struct capturing *into)
{
    struct capturing **at = &captures;
    while (*at != into)
        at = &(*at)->next;
    *at = into->next;
    for (int i = 0; i < MAX_MEMBERS; i++)
        if (members[i].who && members[i].into == into)
            members[i].who = NULL;
    free(into);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    const struct member *m = member_find(stream);
    if (!m)
        return set_error(cudaErrorInvalidValue);
    struct capturing *into = m->into;
    const cudaError_t error = capture_check_end(into, stream, CALLER());
    if (graph) // NULL: captured to an existing graph
        *graph = error == cudaSuccess ? into->graph : NULL;
    if (error == cudaErrorStreamCaptureUnmatched || error == cudaErrorStreamCaptureWrongThread)
        return error; // it goes on
    if (error != cudaSuccess && into->owns_graph)
        cudaGraphDestroy(into->graph);
    end(into);
    return error;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    if (!status)
        return set_error(cudaErrorInvalidValue);
    const struct member *m = member_find(stream);
    *status = !m                  ? cudaStreamCaptureStatusNone
              : m->into->ended_at ? cudaStreamCaptureStatusInvalidated
                                  : cudaStreamCaptureStatusActive;
    return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **dependencies, size_t *count)
{
    const struct member *m = member_find(stream);
    if (id)
        *id = m ? (unsigned long long)(uintptr_t)m->into : 0;
    if (graph)
        *graph = m ? m->into->graph : NULL;
    if (dependencies)
        *dependencies = m ? m->last : NULL;
    if (count)
        *count = m ? m->last_count : 0;
    return cudaStreamIsCapturing(stream, status);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes,
                                                size_t count, unsigned flags)
{
    struct member *m = member_find(stream);
    if (!m || (count && !nodes))
        return set_error(cudaErrorInvalidValue);
    if (flags == cudaStreamSetCaptureDependencies)
        m->last_count = 0;
    for (size_t i = 0; i < count; i++)
        add_last(m, nodes[i]);
    return cudaSuccess;
}
