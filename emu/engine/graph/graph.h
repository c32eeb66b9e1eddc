// SPDX-License-Identifier: MIT
//
// graph.h: CUDA graphs: nodes, their operations and their dependencies.
#ifndef GRAPH_H
#define GRAPH_H

#include "../host/host.h"

#include "emu/host/graph.h"

struct CUgraphNode_st {
    cudaGraphNodeType type;
    struct CUgraph_st *graph;
    struct CUgraphNode_st **before; // owned
    size_t before_count;
    struct CUgraphNode_st *original; // in a clone: the node of the original graph
    const char *pc;
    bool ran, is_before, is_complete; // graph_run.c
    uint16_t stamp;                   // of its kernel's last launch; 0: none
    struct kept_launch launch;
    struct cudaMemcpy3DParms copy;
    struct symbol_copy symbol; // instead, if its symbol is not NULL
    struct cudaMemsetParams set;
    struct cudaHostNodeParams host;
    cudaEvent_t event;
    void *memory;
    cudaGraph_t *children; // owned: of a child graph node, or the bodies of a conditional one
    unsigned child_count;
    struct cudaConditionalNodeParams condition;
};

struct CUgraph_st {
    struct CUgraphNode_st **nodes; // owned
    size_t count;
};

cudaGraphNode_t graph_add(cudaGraph_t graph, cudaGraphNodeType type, const cudaGraphNode_t *before,
                          size_t count, const char *pc);
void graph_add_before(cudaGraphNode_t node, cudaGraphNode_t before);
struct allocation;
void graph_memory_own(const void *p);   // one more node allocates it
void graph_memory_leave(const void *p); // such a node was destroyed
void graph_memory_begin(const void *p); // its graph runs
unsigned graph_condition(cudaGraphConditionalHandle handle);
void graph_conditions_begin(void); // sets those with a default value

// ---- Stored launches ----------------------------------------------------------------------------

// Stores the launch of a kernel node's parameters. Returns false if the kernel is unknown.
bool keep_launch(const struct cudaKernelNodeParams *params, struct kept_launch *launch,
                 const char *pc);

cudaGraphNode_t capture_node(cudaStream_t stream, cudaGraphNodeType type, const char *pc);

#endif
