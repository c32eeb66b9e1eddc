// SPDX-License-Identifier: MIT
//
// emu/host/more.h: less common functions of the runtime; a part of cuda_runtime_api.h.
#ifndef EMU_MORE_H
#define EMU_MORE_H

#include "graph.h"

struct cudaAccessPolicyWindow {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio;
    int hitProp, missProp;
};
enum {
    cudaAccessPropertyNormal = 0,
    cudaAccessPropertyStreaming = 1,
    cudaAccessPropertyPersisting = 2
};
typedef union cudaStreamAttrValue {
    struct cudaAccessPolicyWindow accessPolicyWindow;
    int syncPolicy;
    char pad[64];
} cudaStreamAttrValue;
typedef enum cudaStreamAttrID {
    cudaStreamAttributeAccessPolicyWindow = 1,
    cudaStreamAttributeSynchronizationPolicy = 3
} cudaStreamAttrID;
enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4
};
enum cudaGraphMemAttributeType {
    cudaGraphMemAttrUsedMemCurrent = 0,
    cudaGraphMemAttrUsedMemHigh = 1,
    cudaGraphMemAttrReservedMemCurrent = 2,
    cudaGraphMemAttrReservedMemHigh = 3
};
enum cudaMemRangeAttribute {
    cudaMemRangeAttributeReadMostly = 1,
    cudaMemRangeAttributePreferredLocation = 2,
    cudaMemRangeAttributeAccessedBy = 3,
    cudaMemRangeAttributeLastPrefetchLocation = 4
};
typedef struct CUfunc_st *cudaFunction_t;

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop);
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
cudaError_t cudaSetValidDevices(int *devices, int count);
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int source,
                                      int target);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list,
                                 size_t count);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes);
cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream);
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void *value);
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void *value);
cudaError_t cudaDeviceGraphMemTrim(int device);
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaHostGetFlags(unsigned *flags, void *p);
cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, enum cudaMemRangeAttribute attribute,
                                     const void *p, size_t bytes);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t length EMU_DEFAULT(0),
                                     unsigned flags EMU_DEFAULT(cudaMemAttachSingle));
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream EMU_DEFAULT(0),
                                     unsigned flags EMU_DEFAULT(0));
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int block_size,
                                                                   size_t dynamic_shared,
                                                                   unsigned flags);
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *kernel);

#ifdef __cplusplus
} // extern "C"

// The forms of CUDA 13, with a location instead of a device; CUDA 12 calls these _v2.
static inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes,
                                               struct cudaMemLocation place, unsigned,
                                               cudaStream_t stream = 0)
{
    return cudaMemPrefetchAsync(p, bytes, place.id, stream);
}
static inline cudaError_t cudaMemAdvise(const void *p, size_t bytes, enum cudaMemoryAdvise advice,
                                        struct cudaMemLocation place)
{
    return cudaMemAdvise(p, bytes, advice, place.id);
}
#define cudaMemPrefetchAsync_v2 cudaMemPrefetchAsync
#define cudaMemAdvise_v2 cudaMemAdvise
template <class T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *p, size_t length = 0,
                                                   unsigned flags = cudaMemAttachSingle)
{
    return cudaStreamAttachMemAsync(stream, (void *)p, length, flags);
}
#endif
#endif
