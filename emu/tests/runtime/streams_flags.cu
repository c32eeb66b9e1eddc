// expect: ok
// SPDX-License-Identifier: MIT
//
// One host thread. Kernels wait for a flag that is set by work that the host starts later, in
// another stream or on another GPU, or by the host itself. Later work in the stream of a
// waiting kernel runs after it.
#include <cuda.h>
#include <cudaTypedefs.h>
#include <stdlib.h>
#include <string.h>

#include "../headers/check.h"

#define CUDA(call) HOST_CHECK((call) == cudaSuccess)

__device__ void set_flag(int *flag, int value)
{
    __threadfence_system();
    atomicExch_system(flag, value);
}

// Waits for `flag`, then stores data + 1.
__global__ void wait_for(int *flag, int value, const int *data, int *result)
{
    if (threadIdx.x == 0)
        while (atomicAdd_system(flag, 0) < value)
            __nanosleep(100);
    __syncthreads();
    __threadfence_system();
    if (threadIdx.x == 0 && result)
        *result = *data + 1;
}

__global__ void write_and_set(int *data, int value, int *flag)
{
    *data = value;
    set_flag(flag, 1);
}

__global__ void increment(int *x) { *x += 1; }

struct world {
    cudaStream_t waiter, other;
    int *flag, *data, *result; // of the first GPU
};

static int value_of(const int *p)
{
    int value = -1;
    CUDA(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDefault));
    return value;
}

static void begin(struct world *w)
{
    CUDA(cudaSetDevice(0));
    CUDA(cudaStreamCreateWithFlags(&w->waiter, cudaStreamNonBlocking));
    CUDA(cudaStreamCreateWithFlags(&w->other, cudaStreamNonBlocking));
    CUDA(cudaMalloc(&w->flag, sizeof(int)));
    CUDA(cudaMalloc(&w->data, sizeof(int)));
    CUDA(cudaMalloc(&w->result, sizeof(int)));
    CUDA(cudaMemset(w->flag, 0, sizeof(int)));
    CUDA(cudaMemset(w->data, 0, sizeof(int)));
    CUDA(cudaMemset(w->result, 0, sizeof(int)));
    CUDA(cudaDeviceSynchronize());
}

static void end(struct world *w)
{
    CUDA(cudaSetDevice(0));
    CUDA(cudaStreamDestroy(w->waiter));
    CUDA(cudaStreamDestroy(w->other));
    CUDA(cudaFree(w->flag));
    CUDA(cudaFree(w->data));
    CUDA(cudaFree(w->result));
}

static void later_kernel(int gpu)
{
    struct world w;
    cudaStream_t far;
    begin(&w);
    wait_for<<<1, 64, 0, w.waiter>>>(w.flag, 1, w.data, w.result);
    HOST_CHECK(cudaStreamQuery(w.waiter) == cudaErrorNotReady);
    CUDA(cudaSetDevice(gpu));
    CUDA(cudaStreamCreateWithFlags(&far, cudaStreamNonBlocking));
    if (gpu > 0)
        CUDA(cudaDeviceEnablePeerAccess(0, 0));
    write_and_set<<<1, 1, 0, far>>>(w.data, 41, w.flag);
    CUDA(cudaSetDevice(0));
    CUDA(cudaStreamSynchronize(w.waiter));
    CUDA(cudaStreamSynchronize(far));
    HOST_CHECK(value_of(w.result) == 42);
    CUDA(cudaStreamDestroy(far));
    CUDA(cudaSetDevice(gpu));
    if (gpu > 0)
        CUDA(cudaDeviceDisablePeerAccess(0));
    end(&w);
}

static void later_copy()
{
    struct world w;
    int *host;
    begin(&w);
    CUDA(cudaMallocHost(&host, 2 * sizeof(int)));
    host[0] = 6;
    host[1] = 1;
    wait_for<<<1, 32, 0, w.waiter>>>(w.flag, 1, w.data, w.result);
    CUDA(cudaMemcpyAsync(w.data, &host[0], sizeof(int), cudaMemcpyHostToDevice, w.other));
    CUDA(cudaMemcpyAsync(w.flag, &host[1], sizeof(int), cudaMemcpyHostToDevice, w.other));
    CUDA(cudaDeviceSynchronize());
    HOST_CHECK(value_of(w.result) == 7);
    CUDA(cudaFreeHost(host));
    end(&w);
}

// The host writes data and a flag.
static void host_store(bool managed)
{
    struct world w;
    int *shared;
    begin(&w);
    if (managed)
        CUDA(cudaMallocManaged(&shared, 2 * sizeof(int)));
    else
        CUDA(cudaMallocHost(&shared, 2 * sizeof(int)));
    shared[0] = shared[1] = 0;
    wait_for<<<1, 32, 0, w.waiter>>>(&shared[1], 1, &shared[0], w.result);
    ((volatile int *)shared)[0] = 8;
    ((volatile int *)shared)[1] = 1;
    CUDA(cudaStreamSynchronize(w.waiter));
    HOST_CHECK(value_of(w.result) == 9);
    if (managed)
        CUDA(cudaFree(shared));
    else
        CUDA(cudaFreeHost(shared));
    end(&w);
}

// Two turns between a kernel and the host.
__global__ void answer(volatile int *question, volatile int *answer)
{
    for (int turn = 1; turn <= 3; turn++) {
        while (*question < turn)
            ;
        *answer = 10 * turn;
    }
}

static void host_conversation()
{
    struct world w;
    volatile int *shared;
    begin(&w);
    CUDA(cudaMallocHost((void **)&shared, 2 * sizeof(int)));
    shared[0] = shared[1] = 0;
    answer<<<1, 1, 0, w.waiter>>>(&shared[0], &shared[1]);
    for (int turn = 1; turn <= 3; turn++) {
        shared[0] = turn;
        while (shared[1] < 10 * turn)
            ;
        HOST_CHECK(shared[1] == 10 * turn);
    }
    CUDA(cudaStreamSynchronize(w.waiter));
    CUDA(cudaFreeHost((void *)shared));
    end(&w);
}

static void set_by_host(void *flag) { *(volatile int *)flag = 1; }

static void host_function()
{
    struct world w;
    int *shared;
    begin(&w);
    CUDA(cudaMallocHost(&shared, sizeof(int)));
    *shared = 0;
    wait_for<<<1, 32, 0, w.waiter>>>(shared, 1, w.data, w.result);
    CUDA(cudaLaunchHostFunc(w.other, set_by_host, shared));
    CUDA(cudaDeviceSynchronize());
    HOST_CHECK(value_of(w.result) == 1);
    CUDA(cudaFreeHost(shared));
    end(&w);
}

// A stream waits for a kernel's flag, and sets another kernel's.
static void stream_values()
{
    struct world w;
    int *flags;
    PFN_cuStreamWriteValue32 write_value;
    begin(&w);
    CUDA(cudaGetDriverEntryPoint("cuStreamWriteValue32", (void **)&write_value, cudaEnableDefault));
    CUDA(cudaMalloc(&flags, 2 * sizeof(int)));
    CUDA(cudaMemset(flags, 0, 2 * sizeof(int)));
    CUDA(cudaDeviceSynchronize());
    wait_for<<<1, 32, 0, w.waiter>>>(&flags[1], 5, w.data, w.result);
    HOST_CHECK(cuStreamWaitValue32(w.other, (CUdeviceptr)&flags[0], 3, CU_STREAM_WAIT_VALUE_GEQ) ==
               CUDA_SUCCESS);
    increment<<<1, 1, 0, w.other>>>(w.data);
    HOST_CHECK(write_value(w.other, (CUdeviceptr)&flags[1], 5, 0) == CUDA_SUCCESS);
    HOST_CHECK(cudaStreamQuery(w.other) == cudaErrorNotReady);
    HOST_CHECK(cuStreamWriteValue32(0, (CUdeviceptr)&flags[0], 3, 0) == CUDA_SUCCESS);
    CUDA(cudaStreamSynchronize(w.waiter));
    HOST_CHECK(value_of(w.result) == 2);
    HOST_CHECK(value_of(&flags[1]) == 5);
    CUDA(cudaFree(flags));
    end(&w);
}

// Two flags one after the other: what the first one said still counts when the second, which
// earlier work of the same stream has set, says nothing new.
__global__ void wait_for_both(const unsigned *flags, const int *data, int *result)
{
    for (int i = 0; i < 2; i++) {
        unsigned value;
        do
            asm volatile("ld.acquire.sys.global.u32 %0, [%1];"
                         : "=r"(value)
                         : "l"(__cvta_generic_to_global(&flags[i]))
                         : "memory");
        while (value < 1);
    }
    *result = *data + 1;
}

static void two_flags()
{
    struct world w;
    unsigned *flags;
    int *source;
    begin(&w);
    CUDA(cudaMalloc(&flags, 2 * sizeof(unsigned)));
    CUDA(cudaMalloc(&source, sizeof(int)));
    CUDA(cudaMemset(flags, 0, 2 * sizeof(unsigned)));
    CUDA(cudaMemset(source, 0, sizeof(int)));
    CUDA(cudaDeviceSynchronize());
    HOST_CHECK(cuStreamWriteValue32(w.waiter, (CUdeviceptr)&flags[1], 1, 0) == CUDA_SUCCESS);
    wait_for_both<<<1, 1, 0, w.waiter>>>(flags, w.data, w.result);
    CUDA(cudaMemcpyAsync(w.data, source, sizeof(int), cudaMemcpyDeviceToDevice, w.other));
    HOST_CHECK(cuStreamWriteValue32(w.other, (CUdeviceptr)&flags[0], 1, 0) == CUDA_SUCCESS);
    CUDA(cudaDeviceSynchronize());
    HOST_CHECK(value_of(w.result) == 1);
    CUDA(cudaFree(flags));
    CUDA(cudaFree(source));
    end(&w);
}

// Launches, copies, memsets, events and host functions in the stream of a kernel that waits.
static int host_order;
static void note_order(void *data) { *(int *)data = ++host_order; }

static void work_behind(int gpus)
{
    struct world w;
    int *pinned, first = 0, second = 0, staged = 20, *far;
    cudaEvent_t event;
    cudaStream_t third;
    begin(&w);
    host_order = 0;
    CUDA(cudaSetDevice(gpus - 1));
    CUDA(cudaMalloc(&far, sizeof(int)));
    CUDA(cudaMemset(far, 0, sizeof(int)));
    CUDA(cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaSetDevice(0));
    CUDA(cudaMallocHost(&pinned, sizeof(int)));
    CUDA(cudaEventCreate(&event));
    wait_for<<<1, 32, 0, w.waiter>>>(w.flag, 1, w.data, NULL);
    CUDA(cudaMemcpyAsync(w.data, &staged, sizeof(int), cudaMemcpyHostToDevice, w.waiter));
    staged = 99; // the copy has read it
    increment<<<1, 1, 0, w.waiter>>>(w.data);
    CUDA(cudaMemcpyAsync(pinned, w.data, sizeof(int), cudaMemcpyDeviceToHost, w.waiter));
    CUDA(cudaMemsetAsync(w.data, 0, sizeof(int), w.waiter));
    increment<<<1, 1, 0, w.waiter>>>(w.data);
    CUDA(cudaLaunchHostFunc(w.waiter, note_order, &first));
    CUDA(cudaEventRecord(event, w.waiter));
    CUDA(cudaStreamWaitEvent(third, event, 0)); // a stream of another GPU
    CUDA(cudaMemcpyPeerAsync(far, gpus - 1, w.data, 0, sizeof(int), third));
    CUDA(cudaLaunchHostFunc(third, note_order, &second));
    HOST_CHECK(cudaEventQuery(event) == cudaErrorNotReady);
    HOST_CHECK(cudaStreamQuery(third) == cudaErrorNotReady);
    HOST_CHECK(first == 0 && host_order == 0);
    CUDA(cudaStreamDestroy(third)); // its work still runs
    write_and_set<<<1, 1, 0, w.other>>>(w.result, 5, w.flag);
    CUDA(cudaEventSynchronize(event));
    HOST_CHECK(*pinned == 21 && first == 1);
    CUDA(cudaEventDestroy(event));
    CUDA(cudaSetDevice(gpus - 1));
    CUDA(cudaDeviceSynchronize());
    HOST_CHECK(second == 2);
    HOST_CHECK(value_of(far) == 1);
    CUDA(cudaFree(far));
    CUDA(cudaSetDevice(0));
    CUDA(cudaFreeHost(pinned));
    end(&w);
}

// The default stream waits for streams that are not non-blocking, and they wait for it.
static void default_stream()
{
    struct world w;
    cudaStream_t blocking;
    begin(&w);
    CUDA(cudaStreamCreate(&blocking));
    wait_for<<<1, 32, 0, blocking>>>(w.flag, 1, w.data, w.result);
    increment<<<1, 1>>>(w.result);              // after the kernel that waits
    increment<<<1, 1, 0, blocking>>>(w.result); // after both
    increment<<<1, 1, 0, w.other>>>(w.data);    // waits for neither
    CUDA(cudaStreamSynchronize(w.other));
    HOST_CHECK(cudaStreamQuery(0) == cudaErrorNotReady);
    write_and_set<<<1, 1, 0, w.other>>>(w.data, 7, w.flag);
    CUDA(cudaDeviceSynchronize());
    HOST_CHECK(value_of(w.result) == 10);
    CUDA(cudaStreamDestroy(blocking));
    end(&w);
}

// A stream may be destroyed before its work has begun.
static void destroyed_stream()
{
    struct world w;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    begin(&w);
    CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    increment<<<1, 1, 0, stream>>>(w.result);
    CUDA(cudaStreamEndCapture(stream, &graph));
    CUDA(cudaGraphInstantiate(&exec, graph));
    wait_for<<<1, 32, 0, stream>>>(w.flag, 1, w.data, w.result);
    increment<<<1, 1, 0, stream>>>(w.result);
    CUDA(cudaGraphLaunch(exec, stream));
    CUDA(cudaMemcpyAsync(w.data, w.result, sizeof(int), cudaMemcpyDeviceToDevice, stream));
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaStreamDestroy(stream));
    write_and_set<<<1, 1, 0, w.other>>>(w.data, 7, w.flag);
    CUDA(cudaDeviceSynchronize());
    HOST_CHECK(value_of(w.result) == 10);
    end(&w);
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    int gpus;
    cudaGetDeviceCount(&gpus);
    for (int gpu = 0; gpu < gpus && gpu < 2; gpu++)
        later_kernel(gpu);
    later_copy();
    host_store(false);
    host_store(true);
    host_conversation();
    host_function();
    stream_values();
    two_flags();
    work_behind(1);
    if (gpus > 1)
        work_behind(2);
    default_stream();
    destroyed_stream();
    return check_result();
}
