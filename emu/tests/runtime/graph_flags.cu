// expect: ok
// SPDX-License-Identifier: MIT
//
// Graphs whose stream, or whose own kernel, waits for a flag that the host sets after the launch:
// the launch returns, and the nodes run in their order when they can. Copies of variables are work
// of their stream and nodes of graphs, too.
#include <unistd.h>

#include "../headers/check.h"

#define CUDA(call) HOST_CHECK((call) == cudaSuccess)

__device__ int variable;

__global__ void wait_for(volatile int *flag, int value)
{
    while (*flag < value)
        ;
    __threadfence_system();
}

__global__ void wait_for_next(volatile int *flag, int *value)
{
    ++*value;
    while (*flag < *value)
        ;
}

__global__ void add(int *x, int n) { *x += n; }
__global__ void twice(int *x) { *x *= 2; }
__global__ void add_variable(int *x)
{
    *x += variable;
    variable++;
}
__global__ void count_down(int *x, cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, --*x > 0);
}

struct world {
    cudaStream_t stream;
    volatile int *flag; // in host memory
    int *x, *left;
};

static struct world begin()
{
    struct world w;
    CUDA(cudaStreamCreateWithFlags(&w.stream, cudaStreamNonBlocking));
    CUDA(cudaMallocHost((void **)&w.flag, sizeof(int)));
    CUDA(cudaMalloc(&w.x, sizeof(int)));
    CUDA(cudaMalloc(&w.left, sizeof(int)));
    CUDA(cudaMemsetAsync(w.x, 0, sizeof(int), w.stream));
    *w.flag = 0;
    return w;
}

static void set_flag(struct world w, int value)
{
    HOST_CHECK(cudaStreamQuery(w.stream) == cudaErrorNotReady);
    *w.flag = value;
}

static int result(struct world w)
{
    int x = -1;
    CUDA(cudaStreamSynchronize(w.stream));
    CUDA(cudaMemcpy(&x, w.x, sizeof x, cudaMemcpyDeviceToHost));
    return x;
}

static void end(struct world w)
{
    CUDA(cudaStreamDestroy(w.stream));
    CUDA(cudaFreeHost((void *)w.flag));
    CUDA(cudaFree(w.x));
    CUDA(cudaFree(w.left));
}

static int calls;
static void CUDART_CB called(void *) { calls++; }

// x = 1, then 1 + n, then twice that; `left` is 2.
static cudaGraphExec_t of_all_kinds(struct world w, int n, bool waits)
{
    static int two = 2;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CUDA(cudaStreamBeginCapture(w.stream, cudaStreamCaptureModeGlobal));
    if (waits)
        wait_for<<<1, 1, 0, w.stream>>>(w.flag, 1);
    CUDA(cudaMemsetAsync(w.x, 0, sizeof(int), w.stream));
    add<<<1, 1, 0, w.stream>>>(w.x, 1);
    CUDA(cudaMemcpyAsync(w.left, &two, sizeof two, cudaMemcpyHostToDevice, w.stream));
    add<<<1, 1, 0, w.stream>>>(w.x, n);
    CUDA(cudaLaunchHostFunc(w.stream, called, nullptr));
    twice<<<1, 1, 0, w.stream>>>(w.x);
    CUDA(cudaStreamEndCapture(w.stream, &graph));
    CUDA(cudaGraphInstantiate(&exec, graph));
    CUDA(cudaGraphDestroy(graph));
    return exec;
}

// The graph may be destroyed before it has run.
static void behind_a_kernel()
{
    struct world w = begin();
    cudaGraphExec_t exec = of_all_kinds(w, 5, false);
    calls = 0;
    wait_for<<<1, 1, 0, w.stream>>>(w.flag, 1);
    CUDA(cudaGraphLaunch(exec, w.stream));
    CUDA(cudaGraphExecDestroy(exec));
    add<<<1, 1, 0, w.stream>>>(w.x, 100);
    HOST_CHECK(calls == 0);
    set_flag(w, 1);
    HOST_CHECK(result(w) == 112 && calls == 1);
    end(w);
}

static void own_kernel_waits()
{
    struct world w = begin();
    cudaGraphExec_t exec = of_all_kinds(w, 7, true);
    calls = 0;
    CUDA(cudaGraphLaunch(exec, w.stream));
    HOST_CHECK(calls == 0);
    set_flag(w, 1);
    HOST_CHECK(result(w) == 16 && calls == 1);
    CUDA(cudaGraphLaunch(exec, w.stream));
    HOST_CHECK(result(w) == 16 && calls == 2);
    CUDA(cudaGraphExecDestroy(exec));
    end(w);
}

// The nodes of a child graph are queued like those of its parent.
static void child_waits()
{
    struct world w = begin();
    cudaGraph_t graph, child;
    cudaGraphExec_t exec;
    CUDA(cudaStreamBeginCapture(w.stream, cudaStreamCaptureModeGlobal));
    wait_for<<<1, 1, 0, w.stream>>>(w.flag, 1);
    add<<<1, 1, 0, w.stream>>>(w.x, 2);
    CUDA(cudaStreamEndCapture(w.stream, &child));
    CUDA(cudaGraphInstantiate(&exec, child));
    CUDA(cudaStreamBeginCapture(w.stream, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, w.stream>>>(w.x, 3);
    CUDA(cudaGraphLaunch(exec, w.stream));
    twice<<<1, 1, 0, w.stream>>>(w.x);
    CUDA(cudaStreamEndCapture(w.stream, &graph));
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphInstantiate(&exec, graph));
    CUDA(cudaGraphLaunch(exec, w.stream));
    set_flag(w, 1);
    HOST_CHECK(result(w) == 10);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaGraphDestroy(child));
    end(w);
}

static cudaGraphNode_t add_kernel(cudaGraph_t graph, const cudaGraphNode_t *before, void *kernel,
                                  void **arguments)
{
    cudaGraphNode_t node;
    cudaKernelNodeParams p = {};
    p.func = kernel;
    p.gridDim = p.blockDim = dim3(1);
    p.kernelParams = arguments;
    CUDA(cudaGraphAddKernelNode(&node, graph, before, before ? 1 : 0, &p));
    return node;
}

// A loop of three turns. Its condition is set by a kernel, and each turn waits for the host.
static void loop_waits()
{
    struct world w = begin();
    cudaGraph_t graph;
    cudaGraphNode_t loop, last;
    cudaGraphExec_t exec;
    cudaGraphConditionalHandle handle;
    int three = 3, *turns;
    CUDA(cudaMalloc(&turns, sizeof *turns));
    CUDA(cudaMemsetAsync(turns, 0, sizeof *turns, w.stream));
    CUDA(cudaMemcpyAsync(w.left, &three, sizeof three, cudaMemcpyHostToDevice, w.stream));
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams p = {};
    p.type = cudaGraphNodeTypeConditional;
    p.conditional.handle = handle;
    p.conditional.type = cudaGraphCondTypeWhile;
    p.conditional.size = 1;
    CUDA(cudaGraphAddNode(&loop, graph, nullptr, 0, &p));
    cudaGraph_t body = p.conditional.phGraph_out[0];
    int one = 1, ten = 10;
    void *wait_args[] = {&w.flag, &turns}, *add_args[] = {&w.x, &one};
    void *count_args[] = {&w.left, &handle}, *last_args[] = {&w.x, &ten};
    const cudaGraphNode_t waiting = add_kernel(body, nullptr, (void *)wait_for_next, wait_args);
    const cudaGraphNode_t adding = add_kernel(body, &waiting, (void *)add, add_args);
    add_kernel(body, &adding, (void *)count_down, count_args);
    last = add_kernel(graph, &loop, (void *)add, last_args);
    add_kernel(graph, &last, (void *)twice, last_args); // (3 + 10) * 2
    CUDA(cudaGraphInstantiate(&exec, graph));
    CUDA(cudaGraphLaunch(exec, w.stream));
    for (int turn = 1; turn <= 3; turn++)
        set_flag(w, turn);
    HOST_CHECK(result(w) == 26);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaFree(turns));
    end(w);
}

__global__ void ping(int *flags)
{
    while (atomicAdd(&flags[0], 0) == 0)
        ;
    atomicExch(&flags[1], 1);
}

__global__ void pong(int *flags)
{
    atomicExch(&flags[0], 1);
    while (atomicAdd(&flags[1], 0) == 0)
        ;
}

// Two branches whose kernels wait for each other, as in two streams. What joins them comes last.
static void branches_wait_for_each_other(bool behind_a_kernel)
{
    struct world w = begin();
    int *flags, one = 1, ten = 10;
    cudaGraph_t graph;
    cudaGraphNode_t clear, both;
    cudaGraphExec_t exec;
    CUDA(cudaMalloc(&flags, 2 * sizeof *flags));
    CUDA(cudaGraphCreate(&graph, 0));
    cudaMemsetParams zero = {};
    zero.dst = flags;
    zero.elementSize = 1;
    zero.width = 2 * sizeof *flags;
    zero.height = 1;
    CUDA(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zero));
    void *flag_args[] = {&flags}, *one_args[] = {&w.x, &one}, *ten_args[] = {&w.left, &ten};
    const cudaGraphNode_t waits = add_kernel(graph, &clear, (void *)ping, flag_args);
    const cudaGraphNode_t after_it = add_kernel(graph, &waits, (void *)add, one_args);
    const cudaGraphNode_t sets = add_kernel(graph, &clear, (void *)pong, flag_args);
    const cudaGraphNode_t beside = add_kernel(graph, &clear, (void *)add, ten_args);
    const cudaGraphNode_t joined[] = {after_it, sets, beside};
    void *last_args[] = {&w.x};
    cudaKernelNodeParams p = {};
    p.func = (void *)twice;
    p.gridDim = p.blockDim = dim3(1);
    p.kernelParams = last_args;
    CUDA(cudaGraphAddKernelNode(&both, graph, joined, 3, &p));
    CUDA(cudaGraphInstantiate(&exec, graph));
    CUDA(cudaMemsetAsync(w.left, 0, sizeof(int), w.stream));
    if (behind_a_kernel)
        wait_for<<<1, 1, 0, w.stream>>>(w.flag, 1);
    CUDA(cudaGraphLaunch(exec, w.stream));
    CUDA(cudaGraphLaunch(exec, w.stream));
    *w.flag = 1;
    HOST_CHECK(result(w) == 6);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaFree(flags));
    end(w);
}

// A capture may begin while earlier work of its stream has not run. It does not record that work.
static void capture_beside_waiting_work()
{
    struct world w = begin();
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    size_t nodes = 0;
    int *pinned;
    CUDA(cudaMallocHost(&pinned, sizeof *pinned));
    *pinned = 4;
    wait_for<<<1, 1, 0, w.stream>>>(w.flag, 1);
    CUDA(cudaMemcpyAsync(w.x, pinned, sizeof *pinned, cudaMemcpyHostToDevice, w.stream));
    add<<<1, 1, 0, w.stream>>>(w.x, 1);
    CUDA(cudaStreamBeginCapture(w.stream, cudaStreamCaptureModeGlobal));
    twice<<<1, 1, 0, w.stream>>>(w.x);
    *w.flag = 1;
    usleep(50000); // meanwhile that work runs
    CUDA(cudaStreamEndCapture(w.stream, &graph));
    CUDA(cudaGraphGetNodes(graph, nullptr, &nodes));
    HOST_CHECK(nodes == 1);
    CUDA(cudaGraphInstantiate(&exec, graph));
    CUDA(cudaGraphLaunch(exec, w.stream));
    HOST_CHECK(result(w) == 10);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaFreeHost(pinned));
    end(w);
}

// ---- Copies of variables ------------------------------------------------------------------------

static void variable_in_stream()
{
    struct world w = begin();
    int *pinned, value = 5;
    CUDA(cudaMallocHost(&pinned, sizeof *pinned));
    *pinned = 0;
    wait_for<<<1, 1, 0, w.stream>>>(w.flag, 1);
    CUDA(cudaMemcpyToSymbolAsync(variable, &value, sizeof value, 0, cudaMemcpyHostToDevice,
                                 w.stream));
    value = 1000; // pageable memory was read during the call
    add_variable<<<1, 1, 0, w.stream>>>(w.x);
    CUDA(cudaMemcpyFromSymbolAsync(pinned, variable, sizeof value, 0, cudaMemcpyDeviceToHost,
                                   w.stream));
    set_flag(w, 1);
    HOST_CHECK(result(w) == 5 && *pinned == 6);
    CUDA(cudaFreeHost(pinned));
    end(w);
}

static void variable_in_graph()
{
    struct world w = begin();
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    size_t nodes = 0;
    int from = 1, to = 0;
    const int before = 77;
    CUDA(cudaMemcpyToSymbol(variable, &before, sizeof before));
    CUDA(cudaStreamBeginCapture(w.stream, cudaStreamCaptureModeGlobal));
    CUDA(
        cudaMemcpyToSymbolAsync(variable, &from, sizeof from, 0, cudaMemcpyHostToDevice, w.stream));
    add_variable<<<1, 1, 0, w.stream>>>(w.x);
    CUDA(cudaMemcpyFromSymbolAsync(&to, variable, sizeof to, 0, cudaMemcpyDeviceToHost, w.stream));
    CUDA(cudaStreamEndCapture(w.stream, &graph));
    CUDA(cudaGraphGetNodes(graph, nullptr, &nodes));
    HOST_CHECK(nodes == 3 && to == 0);
    int now = 0;
    CUDA(cudaMemcpyFromSymbol(&now, variable, sizeof now));
    HOST_CHECK(now == 77);
    CUDA(cudaGraphInstantiate(&exec, graph));
    for (int i = 1; i <= 2; i++) {
        from = 10 * i; // the graph reads it when it runs
        CUDA(cudaGraphLaunch(exec, w.stream));
        CUDA(cudaStreamSynchronize(w.stream));
        HOST_CHECK(to == 10 * i + 1);
    }
    HOST_CHECK(result(w) == 30);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    end(w);
}

static void variable_in_explicit_nodes()
{
    struct world w = begin();
    cudaGraph_t graph;
    cudaGraphNode_t set, get;
    cudaGraphExec_t exec;
    int from = 4, other = 9, to = 0;
    void *arguments[] = {&w.x};
    CUDA(cudaGraphCreate(&graph, 0));
    CUDA(cudaGraphAddMemcpyNodeToSymbol(&set, graph, nullptr, 0, variable, &from, sizeof from, 0,
                                        cudaMemcpyHostToDevice));
    const cudaGraphNode_t adding = add_kernel(graph, &set, (void *)add_variable, arguments);
    CUDA(cudaGraphAddMemcpyNodeFromSymbol(&get, graph, &adding, 1, &to, variable, sizeof to, 0,
                                          cudaMemcpyDeviceToHost));
    CUDA(cudaGraphInstantiate(&exec, graph));
    CUDA(cudaGraphLaunch(exec, w.stream));
    HOST_CHECK(result(w) == 4 && to == 5);
    CUDA(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, set, variable, &other, sizeof other, 0,
                                                  cudaMemcpyHostToDevice));
    CUDA(cudaGraphLaunch(exec, w.stream));
    HOST_CHECK(result(w) == 13 && to == 10);
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    end(w);
}

// ---- Boxes --------------------------------------------------------------------------------------

static void rows_and_boxes()
{
    enum { WIDTH = 8, HEIGHT = 3, DEPTH = 2 };
    struct world w = begin();
    struct cudaPitchedPtr box;
    char *pinned;
    const struct cudaExtent extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH);
    CUDA(cudaMallocHost(&pinned, WIDTH * HEIGHT * DEPTH));
    CUDA(cudaMalloc3D(&box, extent));
    wait_for<<<1, 1, 0, w.stream>>>(w.flag, 1);
    CUDA(cudaMemset3DAsync(box, 3, extent, w.stream));
    CUDA(cudaMemset2DAsync(box.ptr, box.pitch, 4, WIDTH, HEIGHT, w.stream));
    struct cudaMemcpy3DParms copy = {};
    copy.srcPtr = box;
    copy.dstPtr = make_cudaPitchedPtr(pinned, WIDTH, WIDTH, HEIGHT);
    copy.extent = extent;
    copy.kind = cudaMemcpyDeviceToHost;
    CUDA(cudaMemcpy3DAsync(&copy, w.stream));
    set_flag(w, 1);
    CUDA(cudaStreamSynchronize(w.stream));
    for (int i = 0; i < WIDTH * HEIGHT * DEPTH; i++)
        HOST_CHECK(pinned[i] == (i < WIDTH * HEIGHT ? 4 : 3));
    CUDA(cudaFreeHost(pinned));
    CUDA(cudaFree(box.ptr));
    end(w);
}

int main()
{
    behind_a_kernel();
    own_kernel_waits();
    child_waits();
    loop_waits();
    branches_wait_for_each_other(false);
    branches_wait_for_each_other(true);
    capture_beside_waiting_work();
    variable_in_stream();
    variable_in_graph();
    variable_in_explicit_nodes();
    rows_and_boxes();
    return check_result();
}
