// expect: ok
// SPDX-License-Identifier: MIT
//
// What CUDA refuses while streams are captured, and what it allows. After a refused call the
// capture is invalid: further work of its streams fails, and its end brings no graph.
#include <cstdio>
#include <thread>

#include "../headers/check.h"

__global__ void add(int *x, int n) { x[threadIdx.x] += n; }

static cudaStream_t stream, beside;
static cudaEvent_t event, outside;
static int *d_x;

static void begin(enum cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal)
{
    HOST_CHECK(cudaStreamBeginCapture(stream, mode) == cudaSuccess);
    add<<<1, 4, 0, stream>>>(d_x, 1);
    HOST_CHECK(cudaGetLastError() == cudaSuccess);
}

static cudaStreamCaptureStatus status_of(cudaStream_t s)
{
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    HOST_CHECK(cudaStreamIsCapturing(s, &status) == cudaSuccess);
    return status;
}

// Ends the capture, which must fail so.
static void end(cudaError_t expected)
{
    cudaGraph_t graph = (cudaGraph_t)&graph;
    HOST_CHECK(cudaStreamEndCapture(stream, &graph) == expected);
    HOST_CHECK((expected == cudaSuccess) == (graph != nullptr));
    HOST_CHECK(cudaGetLastError() == expected);
    HOST_CHECK(status_of(stream) == cudaStreamCaptureStatusNone);
    HOST_CHECK(status_of(beside) == cudaStreamCaptureStatusNone);
    if (graph)
        cudaGraphDestroy(graph);
    HOST_CHECK(cudaDeviceSynchronize() == cudaSuccess);
    HOST_CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
}

static void invalid_after(cudaError_t error, cudaError_t expected)
{
    HOST_CHECK(error == expected);
    HOST_CHECK(cudaGetLastError() == expected);
    HOST_CHECK(status_of(stream) == cudaStreamCaptureStatusInvalidated);
    add<<<1, 4, 0, stream>>>(d_x, 1);
    HOST_CHECK(cudaGetLastError() == cudaErrorStreamCaptureInvalidated);
    HOST_CHECK(cudaMemsetAsync(d_x, 0, 4, stream) == cudaErrorStreamCaptureInvalidated);
    cudaGetLastError();
    end(cudaErrorStreamCaptureInvalidated);
}

static cudaError_t launch_in(cudaStream_t s)
{
    add<<<1, 4, 0, s>>>(d_x, 1);
    return cudaPeekAtLastError();
}

static void waits()
{
    begin();
    invalid_after(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
    begin();
    invalid_after(cudaStreamQuery(stream), cudaErrorStreamCaptureUnsupported);
    begin();
    invalid_after(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
    begin();
    cudaEventRecord(event, stream);
    invalid_after(cudaEventSynchronize(event), cudaErrorCapturedEvent);
    begin();
    cudaEventRecord(event, stream);
    invalid_after(cudaEventQuery(event), cudaErrorCapturedEvent);
}

static void default_stream()
{
    int x;
    begin();
    invalid_after(cudaMemcpy(&x, d_x, 4, cudaMemcpyDeviceToHost), cudaErrorStreamCaptureImplicit);
    begin();
    invalid_after(cudaMemset(d_x, 0, 4), cudaErrorStreamCaptureImplicit);
    begin();
    invalid_after(launch_in(nullptr), cudaErrorStreamCaptureImplicit);
    begin();
    invalid_after(cudaStreamSynchronize(nullptr), cudaErrorStreamCaptureImplicit);
    begin();
    cudaEventRecord(event, stream);
    invalid_after(cudaStreamWaitEvent(nullptr, event, 0), cudaErrorStreamCaptureImplicit);
}

static void allocations()
{
    int *p = nullptr;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    begin();
    invalid_after(cudaMalloc(&p, 64), cudaErrorStreamCaptureUnsupported);
    HOST_CHECK(p == nullptr);
    begin();
    HOST_CHECK(cudaThreadExchangeStreamCaptureMode(&mode) == cudaSuccess);
    HOST_CHECK(cudaMalloc(&p, 64) == cudaSuccess);
    HOST_CHECK(cudaThreadExchangeStreamCaptureMode(&mode) == cudaSuccess);
    HOST_CHECK(mode == cudaStreamCaptureModeRelaxed);
    end(cudaSuccess);
    begin(cudaStreamCaptureModeThreadLocal);
    std::thread([] {
        int *q;
        HOST_CHECK(cudaMalloc(&q, 64) == cudaSuccess && cudaFree(q) == cudaSuccess);
    }).join();
    invalid_after(cudaFree(p), cudaErrorStreamCaptureUnsupported);
    HOST_CHECK(cudaFree(p) == cudaSuccess);
}

static void joins()
{
    cudaGraph_t graph;
    begin(); // forked, without work: nothing is lost
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(beside, event, 0);
    end(cudaSuccess);
    begin();
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(beside, event, 0);
    add<<<1, 4, 0, beside>>>(d_x, 1);
    HOST_CHECK(cudaStreamEndCapture(beside, &graph) == cudaErrorStreamCaptureUnmatched);
    HOST_CHECK(cudaGetLastError() == cudaErrorStreamCaptureUnmatched);
    end(cudaErrorStreamCaptureUnjoined);

    cudaEventRecord(outside, beside);
    begin();
    invalid_after(cudaStreamWaitEvent(stream, outside, 0), cudaErrorStreamCaptureIsolation);
    begin();
    HOST_CHECK(cudaStreamWaitEvent(stream, outside, cudaEventWaitExternal) == cudaSuccess);
    end(cudaSuccess);

    begin();
    cudaEventRecord(event, stream);
    HOST_CHECK(cudaStreamBeginCapture(beside, cudaStreamCaptureModeGlobal) == cudaSuccess);
    HOST_CHECK(cudaStreamWaitEvent(beside, event, 0) == cudaErrorStreamCaptureMerge);
    HOST_CHECK(cudaGetLastError() == cudaErrorStreamCaptureMerge);
    HOST_CHECK(cudaStreamEndCapture(beside, &graph) == cudaErrorStreamCaptureInvalidated);
    HOST_CHECK(cudaGetLastError() == cudaErrorStreamCaptureInvalidated);
    end(cudaErrorStreamCaptureInvalidated);

    begin();
    std::thread([] {
        cudaGraph_t none;
        HOST_CHECK(cudaStreamEndCapture(stream, &none) == cudaErrorStreamCaptureWrongThread);
        cudaGetLastError();
    }).join();
    end(cudaSuccess);
}

// The default stream does not wait for a non-blocking stream.
static void beside_the_default_stream()
{
    cudaStream_t blocking = stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    begin();
    HOST_CHECK(launch_in(nullptr) == cudaSuccess);
    HOST_CHECK(cudaMemsetAsync(d_x, 0, 16) == cudaSuccess);
    HOST_CHECK(launch_in(blocking) == cudaSuccess);
    HOST_CHECK(cudaStreamSynchronize(blocking) == cudaSuccess);
    invalid_after(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
    cudaStreamDestroy(stream);
    stream = blocking;
}

int main()
{
    freopen("/dev/null", "w", stderr); // each refused call prints a note
    cudaMalloc(&d_x, 16);
    cudaMemset(d_x, 0, 16);
    cudaStreamCreate(&stream);
    cudaStreamCreate(&beside);
    cudaEventCreate(&event);
    cudaEventCreate(&outside);
    waits();
    default_stream();
    allocations();
    joins();
    beside_the_default_stream();
    cudaEventDestroy(event);
    cudaEventDestroy(outside);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(beside);
    cudaFree(d_x);
    return check_result();
}
