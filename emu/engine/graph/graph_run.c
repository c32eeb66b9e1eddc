// SPDX-License-Identifier: MIT
//
// graph_run.c: runs graphs. An instantiated graph is a clone whose nodes are executed one after
// another: each after its dependencies have run, otherwise in the order of creation. If the kernel
// of a node waits, the nodes that come after it are queued in the stream, and the others run. If
// earlier work of the stream waits, the whole graph is queued.
#include "capturing.h"
#include "../check/check.h"
#include "../host/host.h"
#include "../program/program.h"
#include "../report/report.h"

#include <stdlib.h>
#include <string.h>

struct CUgraphExec_st {
    cudaGraph_t graph;
};

// ---- One node -----------------------------------------------------------------------------------

// waits: the nodes without dependencies come after nodes that are not complete.
static cudaError_t run_graph(cudaGraph_t graph, cudaStream_t stream, bool waits);

static cudaError_t set_memory(const struct cudaMemsetParams *s, cudaStream_t stream)
{
    const size_t width = s->width * s->elementSize;
    cudaError_t error = cudaSuccess;
    for (size_t row = 0; row < (s->height ? s->height : 1) && error == cudaSuccess; row++) {
        char *at = (char *)s->dst + row * s->pitch, *values;
        if (s->elementSize == 1) {
            error = cudaMemsetAsync(at, (int)s->value, width, stream);
            continue;
        }
        if (!(values = malloc(width)))
            return cudaErrorMemoryAllocation;
        for (size_t i = 0; i < width; i += s->elementSize)
            memcpy(values + i, &s->value, s->elementSize);
        error = cudaMemcpyAsync(at, values, width, cudaMemcpyHostToDevice, stream);
        free(values);
    }
    return error;
}

static cudaError_t run_copy(const struct CUgraphNode_st *n, cudaStream_t stream)
{
    return n->symbol.symbol ? symbol_copy_run(&n->symbol) : cudaMemcpy3DAsync(&n->copy, stream);
}

static void queue_node(const struct CUgraphNode_st *n, cudaStream_t stream);

static cudaError_t run_conditional(const struct CUgraphNode_st *n, cudaStream_t stream)
{
    const struct cudaConditionalNodeParams *c = &n->condition;
    const unsigned added = pending_added(), value = graph_condition(c->handle);
    cudaError_t error = cudaSuccess;
    if (c->type == cudaGraphCondTypeSwitch)
        return value < n->child_count ? run_graph(n->children[value], stream, false) : cudaSuccess;
    if (c->type == cudaGraphCondTypeIf && !value) // the second body, if there is one, is the else
                                                  // branch
        return n->child_count > 1 ? run_graph(n->children[1], stream, false) : cudaSuccess;
    while (error == cudaSuccess && graph_condition(c->handle)) {
        error = run_graph(n->children[0], stream, false);
        if (c->type == cudaGraphCondTypeIf)
            break;
        if (pending_added() != added) { // the body sets the condition later
            queue_node(n, stream);
            break;
        }
    }
    return error;
}

static cudaError_t run_node(const struct CUgraphNode_st *n, cudaStream_t stream, bool waits)
{
    switch (n->type) {
    case cudaGraphNodeTypeKernel: launch_kept(&n->launch, stream); return sticky_error();
    case cudaGraphNodeTypeMemcpy: return run_copy(n, stream);
    case cudaGraphNodeTypeMemset: return set_memory(&n->set, stream);
    case cudaGraphNodeTypeHost: return cudaLaunchHostFunc(stream, n->host.fn, n->host.userData);
    case cudaGraphNodeTypeGraph: return run_graph(n->children[0], stream, waits);
    case cudaGraphNodeTypeWaitEvent: return cudaStreamWaitEvent(stream, n->event, 0);
    case cudaGraphNodeTypeEventRecord: return cudaEventRecord(n->event, stream);
    case cudaGraphNodeTypeConditional: return run_conditional(n, stream);
    case cudaGraphNodeTypeMemAlloc: graph_memory_begin(n->memory); return cudaSuccess;
    case cudaGraphNodeTypeMemFree: return release_in_stream(n->memory, stream, n->pc);
    default: return cudaSuccess;
    }
}

// ---- Nodes that wait ----------------------------------------------------------------------------

struct queued {
    cudaGraph_t graph; // of a copy of the node alone
    cudaStream_t stream;
};

static void run_queued(void *data)
{
    const struct queued *q = data;
    run_node(q->graph->nodes[0], q->stream, false);
    cudaGraphDestroy(q->graph);
}

static const char *name_of(const struct CUgraphNode_st *n)
{
    switch (n->type) {
    case cudaGraphNodeTypeMemcpy: return "a memcpy node of a graph";
    case cudaGraphNodeTypeMemset: return "a memset node of a graph";
    case cudaGraphNodeTypeConditional: return "a conditional node of a graph";
    default: return "a node of a graph";
    }
}

static void queue_node(const struct CUgraphNode_st *n, cudaStream_t stream)
{
    struct CUgraphNode_st alone = *n, *list[] = {&alone};
    struct CUgraph_st graph = {list, 1};
    struct queued queued = {.stream = stream};
    const bool copies = n->type == cudaGraphNodeTypeMemcpy && !n->symbol.symbol;
    const bool sets = n->type == cudaGraphNodeTypeMemset;
    const struct pending_call waiting = {.run = run_queued,
                                         .data = &queued,
                                         .what = name_of(n),
                                         .pc = n->pc,
                                         .writes = copies ? n->copy.dstPtr.ptr
                                                   : sets ? n->set.dst
                                                          : NULL,
                                         .bytes = copies ? n->copy.extent.width
                                                  : sets ? n->set.width * n->set.elementSize
                                                         : 0};
    alone.before_count = 0;
    if (cudaGraphClone(&queued.graph, &graph) != cudaSuccess)
        fatal("no memory for a graph");
    pending_add_copy(stream, &waiting, sizeof queued);
}

// A node that comes after pending work. The nodes of other types queue themselves.
static cudaError_t run_later(const struct CUgraphNode_st *n, cudaStream_t stream)
{
    switch (n->type) {
    case cudaGraphNodeTypeMemcpy:
    case cudaGraphNodeTypeMemset:
    case cudaGraphNodeTypeConditional:
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree:
        if (!pending_blocks(stream))
            break;
        queue_node(n, stream);
        return sticky_error();
    default: break;
    }
    return run_node(n, stream, true);
}

// ---- All nodes ----------------------------------------------------------------------------------

static bool may_run(const struct CUgraphNode_st *n)
{
    for (size_t i = 0; i < n->before_count; i++)
        if (!n->before[i]->ran)
            return false;
    return !n->ran;
}

static void mark_before(const struct CUgraphNode_st *n)
{
    for (size_t i = 0; i < n->before_count; i++)
        if (!n->before[i]->is_before) {
            n->before[i]->is_before = true;
            mark_before(n->before[i]);
        }
}

// Finds kernels of this graph that have run but do not happen before node n. A GPU could run them
// concurrently with n.
static int find_beside(cudaGraph_t graph, const struct CUgraphNode_st *n, uint16_t *stamps)
{
    int count = 0;
    for (size_t i = 0; i < graph->count; i++)
        graph->nodes[i]->is_before = false;
    mark_before(n);
    for (size_t i = 0; i < graph->count && count < MAX_UNORDERED; i++)
        if (graph->nodes[i]->ran && !graph->nodes[i]->is_before && graph->nodes[i]->stamp)
            stamps[count++] = graph->nodes[i]->stamp;
    return count;
}

// Is one of the node's dependencies still to run, or to end?
static bool comes_later(const struct CUgraphNode_st *n)
{
    for (size_t i = 0; i < n->before_count; i++)
        if (!n->before[i]->is_complete)
            return true;
    return false;
}

static cudaError_t run_beside_others(cudaGraph_t graph, struct CUgraphNode_st *n,
                                     cudaStream_t stream, bool waits)
{
    uint16_t stamps[MAX_UNORDERED];
    const bool was_beside = pending_beside(!waits);
    const bool is_kernel = n->type == cudaGraphNodeTypeKernel && !pending_blocks(stream);
    const unsigned added = pending_added();
    if (is_kernel)
        stream_beside(stamps, find_beside(graph, n, stamps));
    const cudaError_t error = waits ? run_later(n, stream) : run_node(n, stream, false);
    stream_beside(NULL, 0);
    n->stamp = is_kernel && error == cudaSuccess ? order_last_stamp() : 0;
    n->is_complete = !waits && pending_added() == added;
    pending_beside(was_beside);
    return error;
}

static cudaError_t run_graph(cudaGraph_t graph, cudaStream_t stream, bool waits)
{
    cudaError_t error = cudaSuccess;
    for (size_t i = 0; i < graph->count; i++)
        graph->nodes[i]->ran = false;
    for (bool found = true; found && error == cudaSuccess;) {
        found = false;
        for (size_t i = 0; i < graph->count && error == cudaSuccess; i++)
            if (may_run(graph->nodes[i])) {
                struct CUgraphNode_st *n = graph->nodes[i];
                error = run_beside_others(graph, n, stream, waits || comes_later(n));
                found = n->ran = true;
            }
    }
    return error;
}

// Nodes that depend on each other would never run.
static bool has_cycle(cudaGraph_t graph)
{
    size_t done = 0;
    for (size_t i = 0; i < graph->count; i++)
        graph->nodes[i]->ran = false;
    for (size_t before = 1; before != done;) {
        before = done;
        for (size_t i = 0; i < graph->count; i++)
            if (may_run(graph->nodes[i])) {
                graph->nodes[i]->ran = true;
                done++;
            }
    }
    return done != graph->count;
}

// ---- Runtime functions --------------------------------------------------------------------------

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags)
{
    engine_init();
    if (!exec || !graph || gone_is_used(graph, "graph", "cudaGraphInstantiate", CALLER()) ||
        has_cycle(graph))
        return set_error(cudaErrorInvalidValue);
    if (flags & cudaGraphInstantiateFlagDeviceLaunch) {
        call_refused(CALLER(), "cudaGraphInstantiate", "graphs are launched by the host only");
        return set_error(cudaErrorNotSupported);
    }
    if (!(*exec = calloc(1, sizeof **exec)))
        return set_error(cudaErrorMemoryAllocation);
    gone_remove(*exec);
    return cudaGraphClone(&(*exec)->graph, graph);
}

static cudaError_t run_all(cudaGraph_t graph, cudaStream_t stream)
{
    graph_conditions_begin();
    capture_check_pause(1);
    const cudaError_t error = run_graph(graph, stream, false);
    capture_check_pause(-1);
    return error;
}

static void run_all_queued(void *data)
{
    const struct queued *q = data;
    run_all(q->graph, q->stream);
    cudaGraphDestroy(q->graph);
}

// After the earlier work of the stream. The program may change or destroy its own graph meanwhile.
static cudaError_t launch_later(cudaGraph_t graph, cudaStream_t stream, const char *pc)
{
    struct queued queued = {.stream = stream};
    const struct pending_call waiting = {
        .run = run_all_queued, .data = &queued, .what = "cudaGraphLaunch", .pc = pc};
    const cudaError_t error = cudaGraphClone(&queued.graph, graph);
    if (error == cudaSuccess)
        pending_add_copy(stream, &waiting, sizeof queued);
    return error;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    if (!exec || gone_is_used(exec, "executable graph", __func__, CALLER()))
        return set_error(cudaErrorInvalidValue);
    const cudaError_t refused = capture_refuses(USE_WORK, stream, __func__, CALLER());
    if (refused != cudaSuccess)
        return refused;
    if (is_captured(stream)) {
        cudaGraphNode_t n = capture_node(stream, cudaGraphNodeTypeGraph, CALLER());
        n->children = calloc(1, sizeof(void *));
        n->child_count = 1;
        return cudaGraphClone(n->children, exec->graph);
    }
    return pending_blocks(stream) ? launch_later(exec->graph, stream, CALLER())
                                  : run_all(exec->graph, stream);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    (void)stream;
    return exec ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    if (!exec || gone_is_used(exec, "executable graph", __func__, CALLER()))
        return set_error(cudaErrorInvalidValue);
    cudaGraphDestroy(exec->graph);
    gone_add(exec, CALLER());
    free(exec);
    return cudaSuccess;
}

// Both graphs must be equal except for the parameters of their nodes.
static cudaGraphExecUpdateResult difference(cudaGraph_t a, cudaGraph_t b, cudaGraphNode_t *where)
{
    *where = NULL;
    if (a->count != b->count)
        return cudaGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; i < a->count; i++) {
        *where = b->nodes[i];
        if (a->nodes[i]->type != b->nodes[i]->type)
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        if (a->nodes[i]->before_count != b->nodes[i]->before_count)
            return cudaGraphExecUpdateErrorTopologyChanged;
    }
    *where = NULL;
    return cudaGraphExecUpdateSuccess;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info)
{
    cudaGraphExecUpdateResultInfo unused = {.result = cudaGraphExecUpdateSuccess};
    if (!exec || !graph)
        return set_error(cudaErrorInvalidValue);
    info = info ? info : &unused;
    *info = (cudaGraphExecUpdateResultInfo){.result = cudaGraphExecUpdateSuccess};
    info->result = difference(exec->graph, graph, &info->errorNode);
    if (info->result != cudaGraphExecUpdateSuccess)
        return set_error(cudaErrorGraphExecUpdateFailure);
    cudaGraphDestroy(exec->graph);
    return cudaGraphClone(&exec->graph, graph);
}

// The clone of this node.
static cudaGraphNode_t node_of(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type)
{
    for (size_t i = 0; exec && node && i < exec->graph->count; i++)
        if (exec->graph->nodes[i]->original == node && node->type == type)
            return exec->graph->nodes[i];
    return NULL;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *params)
{
    struct kept_launch launch;
    cudaGraphNode_t n = node_of(exec, node, cudaGraphNodeTypeKernel);
    if (!n || !params || !keep_launch(params, &launch, CALLER()))
        return set_error(cudaErrorInvalidValue);
    kept_launch_free(&n->launch);
    n->launch = launch;
    return cudaSuccess;
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                               const void *from, size_t bytes,
                                               enum cudaMemcpyKind kind)
{
    cudaGraphNode_t n = node_of(exec, node, cudaGraphNodeTypeMemcpy);
    if (!n)
        return set_error(cudaErrorInvalidValue);
    n->copy = copy_of_bytes(to, from, bytes, kind);
    n->symbol.symbol = NULL;
    return cudaSuccess;
}

static cudaError_t set_symbol(cudaGraphExec_t exec, cudaGraphNode_t node, struct symbol_copy copy)
{
    cudaGraphNode_t n = node_of(exec, node, cudaGraphNodeTypeMemcpy);
    if (!n || symbol_copy_check(&copy) != cudaSuccess)
        return set_error_at(cudaErrorInvalidValue, copy.pc);
    n->symbol = copy;
    return cudaSuccess;
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const void *symbol, const void *from,
                                                     size_t bytes, size_t offset,
                                                     enum cudaMemcpyKind kind)
{
    (void)kind;
    return set_symbol(exec, node, COPY_TO_SYMBOL);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       void *to, const void *symbol, size_t bytes,
                                                       size_t offset, enum cudaMemcpyKind kind)
{
    (void)kind;
    return set_symbol(exec, node, COPY_FROM_SYMBOL);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *params)
{
    cudaGraphNode_t n = node_of(exec, node, cudaGraphNodeTypeMemset);
    if (!n || !params)
        return set_error(cudaErrorInvalidValue);
    n->set = *params;
    return cudaSuccess;
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *params)
{
    cudaGraphNode_t n = node_of(exec, node, cudaGraphNodeTypeHost);
    if (!n || !params)
        return set_error(cudaErrorInvalidValue);
    n->host = *params;
    return cudaSuccess;
}
