// expect: ok
// SPDX-License-Identifier: MIT
//
// Memory that a graph allocates: at each run anew at the same address, freed by a node of it, by
// another graph or by the program; and a stream's, which a GPU reaches by the access of its pool.
#include "../headers/check.h"
#include <stdlib.h>

__global__ void set(int *x, int value) { x[threadIdx.x] = value; }
__global__ void copy(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x]; }

enum { THREADS = 4 };
const size_t BYTES = THREADS * sizeof(int);

// x = 7 in the graph's memory, copied to out; the caller frees the memory.
static cudaGraphExec_t made_by_capture(int *out, int **x)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    HOST_CHECK(cudaMallocAsync(x, BYTES, stream) == cudaSuccess);
    set<<<1, THREADS, 0, stream>>>(*x, 7);
    copy<<<1, THREADS, 0, stream>>>(out, *x);
    cudaStreamEndCapture(stream, &graph);
    HOST_CHECK(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return exec;
}

static void freed_in_three_ways(int *out)
{
    int *x, host[THREADS];
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphExec_t freeing, exec = made_by_capture(out, &x);
    HOST_CHECK(cudaGraphLaunch(exec, 0) == cudaSuccess);
    HOST_CHECK(cudaMemcpy(host, x, BYTES, cudaMemcpyDeviceToHost) == cudaSuccess && host[3] == 7);
    HOST_CHECK(cudaFree(x) == cudaSuccess);
    HOST_CHECK(cudaGraphLaunch(exec, 0) == cudaSuccess);
    set<<<1, THREADS>>>(x, 8);
    HOST_CHECK(cudaFreeAsync(x, 0) == cudaSuccess);
    cudaGraphCreate(&graph, 0);
    HOST_CHECK(cudaGraphAddMemFreeNode(&node, graph, NULL, 0, x) == cudaSuccess);
    HOST_CHECK(cudaGraphInstantiate(&freeing, graph, 0) == cudaSuccess);
    for (int i = 0; i < 2; i++) {
        HOST_CHECK(cudaGraphLaunch(exec, 0) == cudaSuccess);
        HOST_CHECK(cudaGraphLaunch(freeing, 0) == cudaSuccess);
    }
    HOST_CHECK(cudaMemcpy(host, out, BYTES, cudaMemcpyDeviceToHost) == cudaSuccess && host[3] == 7);
    cudaGraphDestroy(graph);
    cudaGraphExecDestroy(freeing);
    cudaGraphExecDestroy(exec);
}

// Memory is freed with the last graph that allocates it: of 64 graphs, one after the other, some
// have the places of earlier ones. What a run has left is the program's to free.
static void gone_with_its_graph()
{
    enum { GRAPHS = 64, SIZE = 16 << 20 };
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    char *x, *first = NULL, *last = NULL;
    cudaStreamCreate(&stream);
    for (int i = 0; i < GRAPHS; i++) {
        const bool runs = i % 2, frees = i % 4 < 2;
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        HOST_CHECK(cudaMallocAsync(&x, SIZE, stream) == cudaSuccess);
        if (frees)
            cudaFreeAsync(x, stream);
        cudaStreamEndCapture(stream, &graph);
        cudaGraphInstantiate(&exec, graph, 0);
        if (runs)
            cudaGraphLaunch(exec, stream);
        cudaGraphDestroy(graph);
        cudaGraphExecDestroy(exec);
        if (runs && !frees)
            HOST_CHECK(cudaFreeAsync(x, stream) == cudaSuccess);
        first = !first || x < first ? x : first;
        last = x > last ? x : last;
    }
    HOST_CHECK(last - first < GRAPHS / 2 * (ptrdiff_t)SIZE);
    cudaStreamDestroy(stream);
}

static void reached_by_pool(int *out)
{
    int *x, host[THREADS];
    cudaMemPool_t pool;
    cudaMemAccessDesc access = {};
    cudaMemAccessFlags flags;
    cudaSetDevice(1);
    cudaMallocAsync(&x, BYTES, 0);
    set<<<1, THREADS>>>(x, 9);
    HOST_CHECK(cudaDeviceGetDefaultMemPool(&pool, 1) == cudaSuccess);
    access.location.type = cudaMemLocationTypeDevice;
    HOST_CHECK(cudaMemPoolGetAccess(&flags, pool, &access.location) == cudaSuccess);
    HOST_CHECK(flags == cudaMemAccessFlagsProtNone);
    access.flags = cudaMemAccessFlagsProtReadWrite;
    HOST_CHECK(cudaMemPoolSetAccess(pool, &access, 1) == cudaSuccess);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    copy<<<1, THREADS>>>(out, x);
    HOST_CHECK(cudaMemcpy(host, out, BYTES, cudaMemcpyDeviceToHost) == cudaSuccess && host[3] == 9);
    cudaSetDevice(1);
    HOST_CHECK(cudaFreeAsync(x, 0) == cudaSuccess);
    cudaSetDevice(0);
}

// The other way round than it should be: the graph goes when its memory has.
static void destroyed_late()
{
    cudaStream_t stream;
    cudaGraph_t graph;
    int *x;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&x, BYTES, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaDeviceReset();
    cudaGraphDestroy(graph);
    HOST_CHECK(cudaMalloc(&x, BYTES) == cudaSuccess && cudaFree(x) == cudaSuccess);
}

// Places of freed memory come back (after some, or 256 MB of them): not with the pool's rule.
static void reached_by_peer(int *out)
{
    int *x;
    for (int i = 0; i < 24; i++) {
        cudaMallocAsync(&x, 32 << 20, 0);
        cudaFreeAsync(x, 0);
    }
    cudaMalloc(&x, BYTES);
    cudaMemset(x, 0, BYTES);
    cudaDeviceSynchronize(); // the other GPU does not wait for the memset
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    copy<<<1, THREADS>>>(out, x);
    HOST_CHECK(cudaDeviceSynchronize() == cudaSuccess);
    cudaSetDevice(0);
    cudaFree(x);
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    int *out, count;
    cudaMalloc(&out, BYTES);
    freed_in_three_ways(out);
    gone_with_its_graph();
    cudaGetDeviceCount(&count);
    if (count > 1) {
        reached_by_pool(out);
        reached_by_peer(out);
    }
    cudaFree(out);
    destroyed_late();
    return check_result();
}
