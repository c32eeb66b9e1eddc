// SPDX-License-Identifier: MIT
//
// driver_api.c: the driver API: wrappers of the runtime's functions.
#include "../memory/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/host/driver.h"

struct CUctx_st {
    int unused;
};
static struct CUctx_st contexts[MAX_GPUS]; // each GPU has only its primary context
static _Thread_local CUcontext current = &contexts[0];

#define POINTER(p) ((void *)(p))
#define RESULT(call) ((CUresult)(call))

CUresult cuInit(unsigned flags)
{
    engine_init();
    return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version) { return RESULT(cudaDriverGetVersion(version)); }

CUresult cuGetErrorName(CUresult error, const char **text)
{
    if (!text)
        return CUDA_ERROR_INVALID_VALUE;
    switch (error) {
#define EMU_RESULT(name, number) \
    case name: *text = #name; return CUDA_SUCCESS;
        EMU_RESULTS(EMU_RESULT)
#undef EMU_RESULT
    }
    *text = NULL;
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    const char *name;
    if (cuGetErrorName(error, &name) != CUDA_SUCCESS)
        return CUDA_ERROR_INVALID_VALUE;
    // The only result that the runtime does not have.
    *text = error == CUDA_ERROR_CONTEXT_ALREADY_CURRENT ? "context already current"
                                                        : cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}

// ---- The device and its context -----------------------------------------------------------------

CUresult cuDeviceGet(CUdevice *device, int number)
{
    if (!device || !gpu_exists(number))
        return device ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE;
    *device = number;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count) { return RESULT(cudaGetDeviceCount(count)); }

CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    struct cudaDeviceProp prop;
    if (!name || length < 1 || cudaGetDeviceProperties(&prop, device) != cudaSuccess)
        return CUDA_ERROR_INVALID_VALUE;
    snprintf(name, (size_t)length, "%s", prop.name);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    struct cudaDeviceProp prop;
    if (!uuid || cudaGetDeviceProperties(&prop, device) != cudaSuccess)
        return CUDA_ERROR_INVALID_VALUE;
    *uuid = prop.uuid;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    return RESULT(cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device));
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    CUresult result =
        cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    return result
               ? result
               : cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    struct cudaDeviceProp prop;
    if (!bytes || cudaGetDeviceProperties(&prop, device) != cudaSuccess)
        return CUDA_ERROR_INVALID_VALUE;
    *bytes = prop.totalGlobalMem;
    return CUDA_SUCCESS;
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    return RESULT(cudaDeviceCanAccessPeer(can, device, peer));
}

CUresult emu_context_create(CUcontext *context, CUdevice device)
{
    if (!context || !gpu_exists(device))
        return CUDA_ERROR_INVALID_VALUE;
    engine_init();
    *context = &contexts[device];
    return cuCtxSetCurrent(*context);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    return emu_context_create(context, device);
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    return gpu_exists(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    current = context;
    return context ? RESULT(cudaSetDevice((int)(context - contexts))) : CUDA_SUCCESS;
}

CUresult cuCtxDestroy(CUcontext context)
{
    if (!context)
        return CUDA_ERROR_INVALID_CONTEXT;
    cuCtxSetCurrent(context);
    return RESULT(cudaDeviceReset());
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = current;
    return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context) { return cuCtxSetCurrent(context); }

CUresult cuCtxPopCurrent(CUcontext *context)
{
    return context ? cuCtxGetCurrent(context) : CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device) { return RESULT(cudaGetDevice(device)); }
CUresult cuCtxSynchronize(void) { return RESULT(cudaDeviceSynchronize()); }
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    return peer ? RESULT(cudaDeviceEnablePeerAccess((int)(peer - contexts), flags))
                : CUDA_ERROR_INVALID_CONTEXT;
}
CUresult cuCtxDisablePeerAccess(CUcontext peer)
{
    return peer ? RESULT(cudaDeviceDisablePeerAccess((int)(peer - contexts)))
                : CUDA_ERROR_INVALID_CONTEXT;
}

// ---- Memory -------------------------------------------------------------------------------------

// The runtime's functions must see the program as their caller, so that a diagnosis reports its
// line. The calls below are tail calls, which become jumps (the engine is compiled with -O2).

CUresult cuMemAlloc(CUdeviceptr *p, size_t bytes)
{
    return bytes ? RESULT(cudaMalloc((void **)(void *)p, bytes)) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuMemAllocManaged(CUdeviceptr *p, size_t bytes, unsigned flags)
{
    return RESULT(cudaMallocManaged((void **)(void *)p, bytes, flags));
}
CUresult cuMemAllocPitch(CUdeviceptr *p, size_t *pitch, size_t width, size_t height,
                         unsigned element)
{
    (void)element;
    return RESULT(cudaMallocPitch((void **)(void *)p, pitch, width, height));
}
CUresult cuMemFree(CUdeviceptr p) { return RESULT(cudaFree(POINTER(p))); }
CUresult cuMemAllocHost(void **p, size_t bytes) { return RESULT(cudaMallocHost(p, bytes)); }
CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned flags)
{
    return RESULT(cudaHostAlloc(p, bytes, flags));
}
CUresult cuMemFreeHost(void *p) { return RESULT(cudaFreeHost(p)); }
// For a string in a kernel's code only its end is known.
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr p)
{
    const struct allocation *a = arena_is_valid(p, 1) ? arena_nearest(p) : NULL;
    const bool is_text = !a && image_allows(p, 1, false) && !image_is_symbol(p, 1);
    if (!a && !is_text)
        return CUDA_ERROR_NOT_FOUND;
    if (is_text)
        symbol_address_asked(p, strlen(POINTER(p)) + 1); // copies from there are from the device
    if (base)
        *base = a ? a->base : p;
    if (bytes)
        *bytes = a ? a->size : strlen(POINTER(p)) + 1;
    return CUDA_SUCCESS;
}
CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    return RESULT(cudaMemGetInfo(free_bytes, total_bytes));
}
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return RESULT(cudaMemcpy(POINTER(to), POINTER(from), bytes, cudaMemcpyDefault));
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    return RESULT(cudaMemcpy(POINTER(to), from, bytes, cudaMemcpyHostToDevice));
}
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    return RESULT(cudaMemcpy(to, POINTER(from), bytes, cudaMemcpyDeviceToHost));
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return RESULT(cudaMemcpy(POINTER(to), POINTER(from), bytes, cudaMemcpyDeviceToDevice));
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    return RESULT(cudaMemcpyAsync(POINTER(to), from, bytes, cudaMemcpyHostToDevice, stream));
}
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return RESULT(cudaMemcpyAsync(to, POINTER(from), bytes, cudaMemcpyDeviceToHost, stream));
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return RESULT(
        cudaMemcpyAsync(POINTER(to), POINTER(from), bytes, cudaMemcpyDeviceToDevice, stream));
}

static CUresult fill(CUdeviceptr p, const void *value, size_t size, size_t count)
{
    char *values = malloc(size * count + 1);
    if (!values)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++)
        memcpy(values + i * size, value, size);
    CUresult result = cuMemcpyHtoD(p, values, size * count);
    free(values);
    return result;
}

CUresult cuMemsetD8(CUdeviceptr p, unsigned char value, size_t count)
{
    return RESULT(cudaMemset(POINTER(p), value, count));
}
CUresult cuMemsetD16(CUdeviceptr p, unsigned short value, size_t count)
{
    return fill(p, &value, sizeof value, count);
}
CUresult cuMemsetD32(CUdeviceptr p, unsigned value, size_t count)
{
    return fill(p, &value, sizeof value, count);
}

// ---- Streams and events -------------------------------------------------------------------------

CUresult cuStreamCreate(CUstream *stream, unsigned flags)
{
    return RESULT(cudaStreamCreateWithFlags(stream, flags));
}
CUresult cuStreamDestroy(CUstream stream) { return RESULT(cudaStreamDestroy(stream)); }
CUresult cuStreamSynchronize(CUstream stream) { return RESULT(cudaStreamSynchronize(stream)); }
CUresult cuStreamQuery(CUstream stream) { return RESULT(cudaStreamQuery(stream)); }
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    return RESULT(cudaStreamWaitEvent(stream, event, flags));
}
CUresult cuEventCreate(CUevent *event, unsigned flags)
{
    return RESULT(cudaEventCreateWithFlags(event, flags));
}
CUresult cuEventDestroy(CUevent event) { return RESULT(cudaEventDestroy(event)); }
CUresult cuEventRecord(CUevent event, CUstream stream)
{
    return RESULT(cudaEventRecord(event, stream));
}
CUresult cuEventSynchronize(CUevent event) { return RESULT(cudaEventSynchronize(event)); }
CUresult cuEventQuery(CUevent event) { return RESULT(cudaEventQuery(event)); }
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent stop)
{
    return RESULT(cudaEventElapsedTime(milliseconds, start, stop));
}
