// SPDX-License-Identifier: MIT
//
// rare_runtime.cu: as rare.cu, one function for each diagnosis: of several GPUs, and of what the
// runtime does while a kernel runs.
#include <cooperative_groups.h>
#include <cuda.h>
#include <pthread.h>
#include <stdlib.h>

#include "rare_cases.h"

__global__ void read_one(int *to, const int *from) { to[0] = from[0]; }

static void two_gpus(int *x[2])
{
    setenv("EMU_GPUS", "2", 1);
    for (volatile int d = 0; d < 2; d = d + 1) { // volatile: not unrolled, so one place of calls
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

__global__ void load_bulk(const int *from)
{
    __shared__ alignas(128) int tile[64];
    __shared__ alignas(8) unsigned long long full;
    const unsigned at = (unsigned)__cvta_generic_to_shared(tile);
    const unsigned barrier = (unsigned)__cvta_generic_to_shared(&full);
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier));
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(barrier));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
                 "256, [%2];" ::"r"(at), "l"(from), "r"(barrier));
}

CASE(peer_by_bulk_copy)
{
    int *x[2];
    two_gpus(x);
    cudaSetDevice(0);
    load_bulk<<<1, 1>>>(x[1]);
    cudaDeviceSynchronize();
}

CASE(pool_not_opened)
{
    int *x[2];
    two_gpus(x);
    cudaFree(x[1]);
    cudaMallocAsync(&x[1], sizeof(int), 0);
    cudaMemset(x[1], 0, sizeof(int));
    cudaSetDevice(0);
    cudaDeviceEnablePeerAccess(1, 0); // says nothing of pools
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
    cudaDeviceSynchronize();
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
    cudaGraphLaunch(exec, 0); // after the first, in stream order
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(x);
}

// The program keeps what the graph allocated, frees it, and goes on using it.
CASE(graph_memory_freed)
{
    int *x;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaMemAllocNodeParams params = {};
    params.bytesize = sizeof *x;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &params);
    x = (int *)params.dptr;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaFree(x);
    add_one<<<1, 1>>>(x);
}

// The thread that waits for the host is one of many; all other threads wait for it.
__global__ void grid_waits_for(volatile int *flag)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        while (*flag == 0)
            ;
    cooperative_groups::this_grid().sync();
}

CASE(grid_waits_for_host)
{
    volatile int *flag;
    cudaMallocHost((void **)&flag, sizeof *flag);
    *flag = 0;
    void *args[] = {&flag};
    cudaLaunchCooperativeKernel((void *)grid_waits_for, dim3(4), dim3(32), args, 0, 0);
    cudaDeviceSynchronize();
}

CASE(stream_waits_for_ever)
{
    int *flag;
    cudaMalloc(&flag, sizeof *flag);
    cudaMemset(flag, 0, sizeof *flag);
    cuStreamWaitValue32(0, (CUdeviceptr)flag, 1, CU_STREAM_WAIT_VALUE_GEQ);
    cudaStreamSynchronize(0);
    cudaFree(flag);
}

// Of what a template has promised; the kernel does not run.
template <class T> __global__ void __launch_bounds__(16 * sizeof(T)) promised(T *x) { x[0] = 1; }

CASE(beyond_launch_bounds) { promised<int><<<1, 65>>>(NULL); }

// The copy that sets the flag is a later node of the graph.
CASE(graph_waits_for_itself)
{
    static int one = 1;
    int *flag;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&flag, sizeof *flag);
    cudaMemset(flag, 0, sizeof *flag);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    wait_for<<<1, 1, 0, stream>>>(flag, flag);
    cudaMemcpyAsync(flag, &one, sizeof one, cudaMemcpyHostToDevice, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph);
    cudaGraphLaunch(exec, stream);
}

static void *reads_own(void *x)
{
    read_one<<<1, 1, 0, cudaStreamPerThread>>>((int *)x + 1, (int *)x);
    return NULL;
}

// Each host thread has its own default stream, so nothing orders the two kernels.
CASE(streams_of_two_threads)
{
    int *x;
    pthread_t thread;
    cudaMalloc(&x, 2 * sizeof *x);
    cudaMemset(x, 0, 2 * sizeof *x);
    read_one<<<1, 1, 0, cudaStreamPerThread>>>(x, x + 1);
    pthread_create(&thread, NULL, reads_own, x);
    pthread_join(thread, NULL);
}

__global__ void fill_byte(char *x) { x[1] = 1; }

// The C library passes a large piece on to the system as it is.
CASE(file_written_too_early)
{
    char *x;
    FILE *file = fopen("/dev/null", "w");
    cudaMallocManaged(&x, 8192);
    cudaMemset(x, 0, 8192);
    fill_byte<<<1, 1>>>(x);
    fwrite(x, 1, 8192, file);
    cudaDeviceSynchronize();
    fclose(file);
    cudaFree(x);
}

// Each of the two kernels waits for the flag that the other one sets after its own wait.
CASE(graph_branches_in_circle)
{
    int *flags;
    cudaStream_t stream[2];
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&flags, 2 * sizeof *flags);
    cudaMemset(flags, 0, 2 * sizeof *flags);
    cudaStreamCreate(&stream[0]);
    cudaStreamCreate(&stream[1]);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(stream[0], cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, stream[0]);
    cudaStreamWaitEvent(stream[1], fork, 0);
    wait_for<<<1, 1, 0, stream[0]>>>(flags, flags + 1);
    wait_for<<<1, 1, 0, stream[1]>>>(flags + 1, flags);
    cudaEventRecord(join, stream[1]);
    cudaStreamWaitEvent(stream[0], join, 0);
    read_one<<<1, 1, 0, stream[0]>>>(flags, flags + 1);
    cudaStreamEndCapture(stream[0], &graph);
    cudaGraphInstantiate(&exec, graph);
    cudaGraphLaunch(exec, stream[0]);
}

__device__ int *of_kernel;
__global__ void allocate() { of_kernel = (int *)malloc(64); }

CASE(heap_of_kernels_freed)
{
    int *x;
    allocate<<<1, 1>>>();
    cudaMemcpyFromSymbol(&x, of_kernel, sizeof x);
    cudaFree(x);
}

CASE(stream_destroyed)
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream);
    allocate<<<1, 1, 0, stream>>>();
    cudaStreamDestroy(stream);
}

CASE(event_destroyed)
{
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaEventDestroy(event);
    cudaEventRecord(event);
}

CASE(graph_destroyed)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphCreate(&graph, 0);
    cudaGraphInstantiate(&exec, graph);
    cudaGraphExecDestroy(exec);
    cudaGraphLaunch(exec, 0);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(graph);
}

int main(int argc, char **argv) { return run_cases(argc, argv); }
