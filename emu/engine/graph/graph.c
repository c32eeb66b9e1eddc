// SPDX-License-Identifier: MIT
//
// graph.c: CUDA graphs as data: explicit nodes, clones, queries.
#include "graph.h"
#include "../check/check.h"
#include "../host/host.h"

#include <stdlib.h>
#include <string.h>

#define NODE_PARAMETERS \
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count

// ---- Nodes --------------------------------------------------------------------------------------

static void *grown(void *items, size_t count, size_t size)
{
    void *grown = realloc(items, (count + 1) * size);
    if (!grown)
        fatal("no memory for a graph");
    return grown;
}

void graph_add_before(cudaGraphNode_t node, cudaGraphNode_t before)
{
    for (size_t i = 0; i < node->before_count; i++)
        if (node->before[i] == before)
            return;
    node->before = grown(node->before, node->before_count, sizeof(void *));
    node->before[node->before_count++] = before;
}

cudaGraphNode_t graph_add(cudaGraph_t graph, cudaGraphNodeType type, const cudaGraphNode_t *before,
                          size_t count, const char *pc)
{
    cudaGraphNode_t node = calloc(1, sizeof *node);
    if (!node || !graph)
        fatal("no memory for a graph");
    graph->nodes = grown(graph->nodes, graph->count, sizeof(void *));
    graph->nodes[graph->count++] = node;
    node->type = type;
    node->graph = graph;
    node->pc = pc;
    for (size_t i = 0; i < count; i++)
        graph_add_before(node, before[i]);
    return node;
}

// Creates an explicit node; NULL: the arguments are invalid.
static cudaGraphNode_t new_node(NODE_PARAMETERS, cudaGraphNodeType type, const void *params,
                                const char *pc)
{
    bool good = node && graph && params && (before || count == 0) &&
                !gone_is_used(graph, "graph", "new node of a graph", pc);
    for (size_t i = 0; good && i < count; i++)
        good = before[i] && before[i]->graph == graph;
    if (!good)
        set_error_at(cudaErrorInvalidValue, pc);
    return good ? *node = graph_add(graph, type, before, count, pc) : NULL;
}

static cudaError_t add_kernel(NODE_PARAMETERS, const struct cudaKernelNodeParams *params,
                              const char *pc)
{
    struct kept_launch launch;
    if (!params || !keep_launch(params, &launch, pc))
        return set_error_at(cudaErrorInvalidDeviceFunction, pc);
    cudaGraphNode_t n = new_node(node, graph, before, count, cudaGraphNodeTypeKernel, params, pc);
    if (!n) {
        kept_launch_free(&launch);
        return cudaErrorInvalidValue;
    }
    n->launch = launch;
    return cudaSuccess;
}

// A node whose parameters are stored unchanged.
#define PLAIN_NODE(node_type, member, value, given) \
    do { \
        cudaGraphNode_t n = new_node(node, graph, before, count, node_type, given, CALLER()); \
        if (!n) \
            return cudaErrorInvalidValue; \
        n->member = (value); \
        return cudaSuccess; \
    } while (0)

cudaError_t cudaGraphAddKernelNode(NODE_PARAMETERS, const struct cudaKernelNodeParams *params)
{
    return add_kernel(node, graph, before, count, params, CALLER());
}

cudaError_t cudaGraphAddMemcpyNode(NODE_PARAMETERS, const struct cudaMemcpy3DParms *params)
{
    PLAIN_NODE(cudaGraphNodeTypeMemcpy, copy, *params, params);
}

cudaError_t cudaGraphAddMemcpyNode1D(NODE_PARAMETERS, void *to, const void *from, size_t bytes,
                                     enum cudaMemcpyKind kind)
{
    PLAIN_NODE(cudaGraphNodeTypeMemcpy, copy, copy_of_bytes(to, from, bytes, kind), to);
}

// NULL: the variable is none.
static const struct symbol_copy *valid(const struct symbol_copy *copy)
{
    return symbol_copy_check(copy) == cudaSuccess ? copy : NULL;
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(NODE_PARAMETERS, const void *symbol, const void *from,
                                           size_t bytes, size_t offset, enum cudaMemcpyKind kind)
{
    const struct symbol_copy copy = COPY_TO_SYMBOL;
    (void)kind;
    PLAIN_NODE(cudaGraphNodeTypeMemcpy, symbol, copy, valid(&copy));
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(NODE_PARAMETERS, void *to, const void *symbol,
                                             size_t bytes, size_t offset, enum cudaMemcpyKind kind)
{
    const struct symbol_copy copy = COPY_FROM_SYMBOL;
    (void)kind;
    PLAIN_NODE(cudaGraphNodeTypeMemcpy, symbol, copy, valid(&copy));
}

cudaError_t cudaGraphAddMemsetNode(NODE_PARAMETERS, const struct cudaMemsetParams *params)
{
    PLAIN_NODE(cudaGraphNodeTypeMemset, set, *params, params);
}

cudaError_t cudaGraphAddHostNode(NODE_PARAMETERS, const struct cudaHostNodeParams *params)
{
    PLAIN_NODE(cudaGraphNodeTypeHost, host, *params, params);
}

cudaError_t cudaGraphAddEmptyNode(NODE_PARAMETERS)
{
    PLAIN_NODE(cudaGraphNodeTypeEmpty, event, NULL, node);
}

cudaError_t cudaGraphAddEventRecordNode(NODE_PARAMETERS, cudaEvent_t event)
{
    PLAIN_NODE(cudaGraphNodeTypeEventRecord, event, event, event);
}

cudaError_t cudaGraphAddEventWaitNode(NODE_PARAMETERS, cudaEvent_t event)
{
    PLAIN_NODE(cudaGraphNodeTypeWaitEvent, event, event, event);
}

cudaError_t cudaGraphAddMemFreeNode(NODE_PARAMETERS, void *p)
{
    PLAIN_NODE(cudaGraphNodeTypeMemFree, memory, p, p);
}

cudaError_t cudaGraphAddChildGraphNode(NODE_PARAMETERS, cudaGraph_t child)
{
    cudaGraphNode_t n =
        new_node(node, graph, before, count, cudaGraphNodeTypeGraph, child, CALLER());
    if (!n)
        return cudaErrorInvalidValue;
    n->children = grown(NULL, 0, sizeof(void *));
    n->child_count = 1;
    return cudaGraphClone(n->children, child);
}

// The memory is allocated at once, because this call returns its address.
cudaError_t cudaGraphAddMemAllocNode(NODE_PARAMETERS, struct cudaMemAllocNodeParams *params)
{
    cudaGraphNode_t n =
        new_node(node, graph, before, count, cudaGraphNodeTypeMemAlloc, params, CALLER());
    if (!n)
        return cudaErrorInvalidValue;
    cudaError_t error = allocate_for_graph(&n->memory, params->bytesize, CALLER());
    graph_memory_own(n->memory);
    params->dptr = n->memory;
    return error;
}

static cudaError_t add_conditional(NODE_PARAMETERS, struct cudaConditionalNodeParams *params,
                                   const char *pc)
{
    cudaGraphNode_t n =
        new_node(node, graph, before, count, cudaGraphNodeTypeConditional, params, pc);
    if (!n)
        return cudaErrorInvalidValue;
    n->children = calloc(params->size, sizeof(void *));
    n->child_count = params->size;
    for (unsigned i = 0; i < params->size; i++)
        cudaGraphCreate(&n->children[i], 0);
    params->phGraph_out = n->children;
    n->condition = *params;
    return cudaSuccess;
}

cudaError_t cudaGraphAddNode(NODE_PARAMETERS, struct cudaGraphNodeParams *p)
{
    if (!p)
        return set_error(cudaErrorInvalidValue);
    switch (p->type) {
    case cudaGraphNodeTypeKernel:
        return add_kernel(node, graph, before, count, &p->kernel, CALLER());
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphAddMemcpyNode(node, graph, before, count, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return cudaGraphAddMemsetNode(node, graph, before, count, &p->memset);
    case cudaGraphNodeTypeHost: return cudaGraphAddHostNode(node, graph, before, count, &p->host);
    case cudaGraphNodeTypeGraph:
        return cudaGraphAddChildGraphNode(node, graph, before, count, p->graph.graph);
    case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(node, graph, before, count);
    case cudaGraphNodeTypeMemAlloc:
        return cudaGraphAddMemAllocNode(node, graph, before, count, &p->alloc);
    case cudaGraphNodeTypeMemFree:
        return cudaGraphAddMemFreeNode(node, graph, before, count, p->free.dptr);
    case cudaGraphNodeTypeConditional:
        return add_conditional(node, graph, before, count, &p->conditional, CALLER());
    default: return set_error(cudaErrorInvalidValue);
    }
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!graph || !from[i] || !to[i] || from[i]->graph != graph || to[i]->graph != graph)
            return set_error(cudaErrorInvalidValue);
        else
            graph_add_before(to[i], from[i]);
    return cudaSuccess;
}

// ---- Graphs -------------------------------------------------------------------------------------

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags)
{
    if (!graph || flags)
        return set_error(cudaErrorInvalidValue);
    *graph = calloc(1, sizeof **graph);
    if (!*graph)
        return set_error(cudaErrorMemoryAllocation);
    gone_remove(*graph);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    if (!graph || gone_is_used(graph, "graph", __func__, CALLER()))
        return set_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < graph->count; i++) {
        cudaGraphNode_t n = graph->nodes[i];
        for (unsigned c = 0; c < n->child_count; c++)
            cudaGraphDestroy(n->children[c]);
        kept_launch_free(&n->launch);
        if (n->type == cudaGraphNodeTypeMemAlloc)
            graph_memory_leave(n->memory);
        free(n->children);
        free(n->before);
        free(n);
    }
    free(graph->nodes);
    gone_add(graph, CALLER());
    free(graph);
    return cudaSuccess;
}

static size_t place_in(const struct CUgraph_st *graph, cudaGraphNode_t node)
{
    size_t i = 0;
    while (graph->nodes[i] != node)
        i++;
    return i;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    if (!graph || gone_is_used(graph, "graph", __func__, CALLER()) ||
        cudaGraphCreate(clone, 0) != cudaSuccess)
        return set_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < graph->count; i++) {
        cudaGraphNode_t from = graph->nodes[i];
        cudaGraphNode_t to = graph_add(*clone, from->type, NULL, 0, from->pc);
        *to = *from;
        to->graph = *clone;
        to->original = from;
        if (to->type == cudaGraphNodeTypeMemAlloc)
            graph_memory_own(to->memory);
        to->before = NULL;
        to->before_count = 0;
        if (from->launch.closure) {
            to->launch.closure = grown(NULL, from->launch.size, 1);
            memcpy(to->launch.closure, from->launch.closure, from->launch.size);
        }
        if (from->child_count)
            to->children = calloc(from->child_count, sizeof(void *));
        for (unsigned c = 0; c < from->child_count; c++)
            cudaGraphClone(&to->children[c], from->children[c]);
    }
    for (size_t i = 0; i < graph->count; i++) // a dependency may have been added later
        for (size_t k = 0; k < graph->nodes[i]->before_count; k++)
            graph_add_before((*clone)->nodes[i],
                             (*clone)->nodes[place_in(graph, graph->nodes[i]->before[k])]);
    return cudaSuccess;
}

// ---- Queries ------------------------------------------------------------------------------------

static cudaError_t list(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count, bool roots)
{
    size_t found = 0;
    if (!graph || !count)
        return set_error_at(cudaErrorInvalidValue, CALLER());
    for (size_t i = 0; i < graph->count; i++)
        if (!roots || graph->nodes[i]->before_count == 0) {
            if (nodes && found < *count)
                nodes[found] = graph->nodes[i];
            found++;
        }
    *count = found;
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    return list(graph, nodes, count, false);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    return list(graph, nodes, count, true);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type)
{
    if (!node || !type)
        return set_error(cudaErrorInvalidValue);
    *type = node->type;
    return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *params)
{
    struct kept_launch launch;
    if (!node || !params || node->type != cudaGraphNodeTypeKernel ||
        !keep_launch(params, &launch, CALLER()))
        return set_error(cudaErrorInvalidValue);
    kept_launch_free(&node->launch);
    node->launch = launch;
    return cudaSuccess;
}

// ---- Values of conditional nodes ----------------------------------------------------------------

enum { MAX_CONDITIONS = 256 };
static struct {
    unsigned value, initial;
    bool has_initial;
} conditions[MAX_CONDITIONS];
static unsigned condition_count;

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
                                             unsigned value, unsigned flags)
{
    if (!handle || !graph || condition_count == MAX_CONDITIONS)
        return set_error(cudaErrorInvalidValue);
    conditions[condition_count].initial = conditions[condition_count].value = value;
    conditions[condition_count].has_initial = flags & cudaGraphCondAssignDefault;
    *handle = condition_count++;
    return cudaSuccess;
}

void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value)
{
    if (handle < condition_count)
        __atomic_store_n(&conditions[handle].value, value, __ATOMIC_SEQ_CST);
}

unsigned graph_condition(cudaGraphConditionalHandle handle)
{
    return handle < condition_count ? conditions[handle].value : 0;
}

void graph_conditions_begin(void)
{
    for (unsigned i = 0; i < condition_count; i++)
        if (conditions[i].has_initial)
            conditions[i].value = conditions[i].initial;
}
