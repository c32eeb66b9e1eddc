// expect: ok
// SPDX-License-Identifier: MIT
//
// cudaStreamPerThread: each host thread has a default stream of its own. It waits for the default
// stream of the GPU, and that one for it, but it does not wait for other streams. With
// --default-stream per-thread (test_emucc_driver.c) a call without a stream uses it, too.
#include <pthread.h>

#include "../headers/check.h"

#define CUDA(call) HOST_CHECK((call) == cudaSuccess)
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define OWN 0
#else
#define OWN cudaStreamPerThread
#endif

__global__ void wait_for(volatile int *flag, int *x, int value)
{
    while (*flag == 0)
        ;
    __threadfence_system();
    *x += value;
}

__global__ void add(int *x, int value) { *x += value; }
__global__ void copy(int *to, const int *from) { *to = *from; }

static volatile int *flag;
static int *x; // of three ints

static void begin()
{
    CUDA(cudaMallocHost((void **)&flag, sizeof *flag));
    CUDA(cudaMalloc(&x, 3 * sizeof *x));
    CUDA(cudaMemset(x, 0, 3 * sizeof *x));
    CUDA(cudaDeviceSynchronize());
    *flag = 0;
}

static void end(int first, int second)
{
    int host[2];
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost));
    HOST_CHECK(host[0] == first && host[1] == second);
    CUDA(cudaFreeHost((void *)flag));
    CUDA(cudaFree(x));
}

static void *other_thread(void *)
{
    add<<<1, 1, 0, OWN>>>(x + 1, 5);
    CUDA(cudaStreamSynchronize(OWN));
    *flag = 1;
    return nullptr;
}

// The kernel of this thread waits until the other thread has waited for its own stream.
static void threads_do_not_wait_for_each_other()
{
    pthread_t thread;
    begin();
    wait_for<<<1, 1, 0, OWN>>>(flag, x, 3);
    HOST_CHECK(cudaStreamQuery(OWN) == cudaErrorNotReady);
    pthread_create(&thread, nullptr, other_thread, nullptr);
    pthread_join(thread, nullptr);
    CUDA(cudaStreamSynchronize(OWN));
    end(3, 5);
}

// A stream that is not non-blocking waits for the default stream of the GPU only.
static void blocking_stream_does_not_wait()
{
    cudaStream_t stream;
    begin();
    CUDA(cudaStreamCreate(&stream));
    wait_for<<<1, 1, 0, OWN>>>(flag, x, 3);
    add<<<1, 1, 0, stream>>>(x + 1, 6);
    CUDA(cudaStreamSynchronize(stream));
    *flag = 1;
    CUDA(cudaStreamSynchronize(OWN));
    CUDA(cudaStreamDestroy(stream));
    end(3, 6);
}

// Nothing but the default stream of the GPU orders the two kernels.
static void legacy_stream_waits()
{
    begin();
    wait_for<<<1, 1, 0, OWN>>>(flag, x, 3);
    copy<<<1, 1, 0, cudaStreamLegacy>>>(x + 1, x);
    HOST_CHECK(cudaStreamQuery(cudaStreamLegacy) == cudaErrorNotReady);
    *flag = 1;
    add<<<1, 1, 0, OWN>>>(x, 4); // after the copy
    CUDA(cudaStreamSynchronize(OWN));
    end(7, 3);
}

// Work of a thread that has ended.
static void *leaves_work(void *)
{
    wait_for<<<1, 1, 0, OWN>>>(flag, x, 1);
    add<<<1, 1, 0, OWN>>>(x, 2);
    CUDA(cudaMemcpyAsync(x + 1, x, sizeof *x, cudaMemcpyDeviceToDevice, OWN));
    return nullptr;
}

static void thread_ends_before_its_work()
{
    pthread_t thread;
    begin();
    pthread_create(&thread, nullptr, leaves_work, nullptr);
    pthread_join(thread, nullptr);
    add<<<1, 1, 0, OWN>>>(x + 2, 0); // creates the stream of this thread
    *flag = 1;
    end(3, 3);
}

// Unlike the default stream of the GPU it can be captured.
static void capture()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    begin();
    CUDA(cudaStreamBeginCapture(OWN, cudaStreamCaptureModeThreadLocal));
    add<<<1, 1, 0, OWN>>>(x, 8);
    CUDA(cudaStreamEndCapture(OWN, &graph));
    CUDA(cudaGraphInstantiate(&exec, graph));
    CUDA(cudaGraphLaunch(exec, OWN));
    CUDA(cudaGraphLaunch(exec, OWN));
    CUDA(cudaStreamSynchronize(OWN));
    CUDA(cudaGraphExecDestroy(exec));
    CUDA(cudaGraphDestroy(graph));
    end(16, 0);
    HOST_CHECK(cudaStreamDestroy(OWN) == cudaErrorInvalidResourceHandle);
    HOST_CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
}

int main()
{
    threads_do_not_wait_for_each_other();
    blocking_stream_does_not_wait();
    legacy_stream_waits();
    thread_ends_before_its_work();
    capture();
    return check_result();
}
