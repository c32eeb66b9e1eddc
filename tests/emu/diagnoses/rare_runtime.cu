// SPDX-License-Identifier: MIT
//
// rare_runtime.cu: as rare.cu, one function for each diagnosis: of several GPUs, and of what the
// runtime does while a kernel runs.
#include <cuda.h>
#include <stdlib.h>

#include "rare_cases.h"

__global__ void read_one(int *to, const int *from) { to[0] = from[0]; }

static void two_gpus(int *x[2])
{
    setenv("EMU_GPUS", "2", 1);
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaMalloc(&x[d], sizeof(int));
        cudaMemset(x[d], 0, sizeof(int));
    }
}

CASE(peer_not_enabled)
{
    int *x[2];
    two_gpus(x);
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0); // the other way round
    cudaSetDevice(0);
    read_one<<<1, 1>>>(x[0], x[1]);
}

CASE(stream_of_other_gpu)
{
    int *x[2];
    cudaStream_t stream;
    two_gpus(x);
    cudaStreamCreate(&stream);
    cudaSetDevice(0);
    read_one<<<1, 1, 0, stream>>>(x[0], x[0]);
}

__global__ void wait_for(volatile int *flag, int *out)
{
    while (*flag == 0)
        ;
    *out = 7;
}

CASE(kernel_waits_for_host)
{
    volatile int *flag;
    int *out;
    cudaMallocHost((void **)&flag, sizeof *flag);
    cudaMalloc(&out, sizeof *out);
    *flag = 0;
    wait_for<<<1, 1>>>(flag, out);
    *flag = 1;
}

CASE(not_mapped)
{
    const size_t size = 2 << 20;
    int *x;
    CUdeviceptr place;
    cudaMalloc(&x, sizeof *x);
    cuMemAddressReserve(&place, size, 0, 0, 0);
    read_one<<<1, 1>>>(x, (const int *)place);
}

__global__ void add_one(int *x) { x[0]++; }

// Two nodes of a graph that change the same element; a third one waits for both.
CASE(unordered_nodes)
{
    int *x;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t nodes[3];
    cudaMalloc(&x, sizeof *x);
    cudaMemset(x, 0, sizeof *x);
    void *args[] = {&x};
    cudaKernelNodeParams params = {};
    params.func = (void *)add_one;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = args;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&nodes[0], graph, NULL, 0, &params);
    cudaGraphAddKernelNode(&nodes[1], graph, NULL, 0, &params);
    cudaGraphAddKernelNode(&nodes[2], graph, nodes, 2, &params);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaGraphLaunch(exec, 0); // behind the first, as the stream has it
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(x);
}

int main(int argc, char **argv) { return run_cases(argc, argv); }
