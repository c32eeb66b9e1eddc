// expect: ok
// SPDX-License-Identifier: MIT
//
// CUDA graphs: made by hand, captured, updated, with bodies that run by a condition.
#include "../headers/check.h"

__global__ void add(int *x, int n) { x[threadIdx.x] += n; }
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
__global__ void nothing() {}
__global__ void count_down(int *x, cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, --*x > 0);
}

static int told;
static void CUDART_CB tell(void *data) { told += *(int *)data; }

enum { THREADS = 4 };
static int *d_x;

static int first(void)
{
    int x[THREADS];
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    return x[0] == x[THREADS - 1] ? x[0] : -1;
}

static void by_hand(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t zero, adding, doubling, telling;
    int five = 5;
    void *add_args[] = {&d_x, &five}, *twice_args[] = {&d_x};
    cudaGraphCreate(&graph, 0);
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)twice;
    kernel.gridDim = dim3(1);
    kernel.blockDim = dim3(THREADS);
    kernel.kernelParams = twice_args;
    HOST_CHECK(cudaGraphAddKernelNode(&doubling, graph, nullptr, 0, &kernel) == cudaSuccess);
    kernel.func = (void *)add;
    kernel.kernelParams = add_args;
    HOST_CHECK(cudaGraphAddKernelNode(&adding, graph, nullptr, 0, &kernel) == cudaSuccess);
    cudaMemsetParams set = {};
    set.dst = d_x;
    set.value = 1;
    set.elementSize = 4;
    set.width = THREADS;
    set.height = 1;
    HOST_CHECK(cudaGraphAddMemsetNode(&zero, graph, nullptr, 0, &set) == cudaSuccess);
    cudaHostNodeParams host = {tell, &five};
    HOST_CHECK(cudaGraphAddHostNode(&telling, graph, &doubling, 1, &host) == cudaSuccess);
    const cudaGraphNode_t from[] = {zero, adding}, to[] = {adding, doubling};
    cudaGraphAddDependencies(graph, from, to, 2);
    cudaGraphNode_t last;
    kernel.func = (void *)nothing;
    kernel.kernelParams = nullptr;
    HOST_CHECK(cudaGraphAddKernelNode(&last, graph, &telling, 1, &kernel) == cudaSuccess);
    kernel.func = (void *)add;
    kernel.kernelParams = add_args;
    five = 70; // the arguments were kept

    cudaGraphExec_t exec;
    size_t nodes = 0, roots = 0;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    cudaGraphGetRootNodes(graph, nullptr, &roots);
    HOST_CHECK(nodes == 5 && roots == 1);
    HOST_CHECK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0) == cudaSuccess);
    cudaGraphLaunch(exec, 0);
    cudaGraphLaunch(exec, 0);
    HOST_CHECK(first() == 12 && told == 140);
    HOST_CHECK(cudaGraphExecKernelNodeSetParams(exec, adding, &kernel) == cudaSuccess);
    cudaGraphLaunch(exec, 0);
    HOST_CHECK(first() == 142);
    cudaGraphAddDependencies(graph, &telling, &zero, 1); // a circle
    cudaGraphExec_t none;
    HOST_CHECK(cudaGraphInstantiate(&none, graph) == cudaErrorInvalidValue);
    cudaGetLastError();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}

static cudaGraph_t capture(cudaStream_t stream, cudaStream_t beside, int n)
{
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaStreamCaptureStatus status;
    static int host[THREADS] = {3, 3, 3, 3};
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(d_x, host, sizeof host, cudaMemcpyHostToDevice, stream);
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(beside, fork, 0);
    add<<<1, THREADS, 0, beside>>>(d_x, n);
    cudaStreamIsCapturing(beside, &status);
    HOST_CHECK(status == cudaStreamCaptureStatusActive);
    cudaEventRecord(join, beside);
    cudaStreamWaitEvent(stream, join, 0);
    twice<<<1, THREADS, 0, stream>>>(d_x);
    HOST_CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    cudaStreamIsCapturing(beside, &status);
    HOST_CHECK(status == cudaStreamCaptureStatusNone);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    return graph;
}

static void captured(void)
{
    cudaStream_t stream, beside;
    cudaStreamCreate(&stream);
    cudaStreamCreate(&beside);
    cudaMemset(d_x, 0, THREADS * sizeof *d_x);
    cudaGraph_t graph = capture(stream, beside, 1), other = capture(stream, beside, 7);
    HOST_CHECK(first() == 0); // nothing has run
    cudaGraphExec_t exec;
    cudaGraphExecUpdateResultInfo info;
    cudaGraphInstantiate(&exec, graph);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    HOST_CHECK(first() == 8);
    HOST_CHECK(cudaGraphExecUpdate(exec, other, &info) == cudaSuccess);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    HOST_CHECK(first() == 20);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(other);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(beside);
}

static void conditional(void)
{
    cudaGraph_t graph;
    cudaGraphNode_t node, inner;
    cudaGraphConditionalHandle handle;
    cudaGraphExec_t exec;
    const int ten[THREADS] = {10, 10, 10, 10};
    cudaMemcpy(d_x, ten, sizeof ten, cudaMemcpyHostToDevice);
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
    cudaGraphNodeParams loop = {};
    loop.type = cudaGraphNodeTypeConditional;
    loop.conditional.handle = handle;
    loop.conditional.type = cudaGraphCondTypeWhile;
    loop.conditional.size = 1;
    HOST_CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &loop) == cudaSuccess);
    void *args[] = {&d_x, &handle};
    cudaGraphNodeParams body = {};
    body.type = cudaGraphNodeTypeKernel;
    body.kernel.func = (void *)count_down;
    body.kernel.gridDim = body.kernel.blockDim = dim3(1);
    body.kernel.kernelParams = args;
    HOST_CHECK(cudaGraphAddNode(&inner, loop.conditional.phGraph_out[0], nullptr, 0, &body) ==
               cudaSuccess);
    cudaGraphInstantiate(&exec, graph);
    cudaGraphLaunch(exec, 0);
    int x;
    cudaMemcpy(&x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    HOST_CHECK(x == 0);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}

int main()
{
    cudaMalloc(&d_x, THREADS * sizeof *d_x);
    by_hand();
    captured();
    conditional();
    const int status = check_result();
    cudaFree(d_x);
    return status;
}
