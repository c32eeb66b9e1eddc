// SPDX-License-Identifier: MIT
//
// emu/host/driver.h: the part of CUDA's driver API that programs use along with the runtime; a part
// of cuda.h. There is one context, which is always current. Only modules from NVRTC (nvrtc.h) can
// be loaded, because other images contain machine code of a GPU. cuLaunchKernel also launches
// functions from cudaGetFuncBySymbol.
#ifndef EMU_DRIVER_H
#define EMU_DRIVER_H

#include "../../cuda_runtime_api.h"

#define __cuda_cuda_h__ 1
#define __CUDA_API_VERSION CUDA_VERSION
#define CUDA_CB CUDART_CB

// EMU_RESULT(name, number): the numbers and texts are the runtime's.
#define EMU_RESULTS(EMU_RESULT) \
    EMU_RESULT(CUDA_SUCCESS, 0) \
    EMU_RESULT(CUDA_ERROR_INVALID_VALUE, 1) \
    EMU_RESULT(CUDA_ERROR_OUT_OF_MEMORY, 2) \
    EMU_RESULT(CUDA_ERROR_NOT_INITIALIZED, 3) \
    EMU_RESULT(CUDA_ERROR_DEINITIALIZED, 4) \
    EMU_RESULT(CUDA_ERROR_PROFILER_DISABLED, 5) \
    EMU_RESULT(CUDA_ERROR_PROFILER_NOT_INITIALIZED, 6) \
    EMU_RESULT(CUDA_ERROR_PROFILER_ALREADY_STARTED, 7) \
    EMU_RESULT(CUDA_ERROR_PROFILER_ALREADY_STOPPED, 8) \
    EMU_RESULT(CUDA_ERROR_STUB_LIBRARY, 34) \
    EMU_RESULT(CUDA_ERROR_DEVICE_UNAVAILABLE, 46) \
    EMU_RESULT(CUDA_ERROR_NO_DEVICE, 100) \
    EMU_RESULT(CUDA_ERROR_INVALID_DEVICE, 101) \
    EMU_RESULT(CUDA_ERROR_DEVICE_NOT_LICENSED, 102) \
    EMU_RESULT(CUDA_ERROR_INVALID_IMAGE, 200) \
    EMU_RESULT(CUDA_ERROR_INVALID_CONTEXT, 201) \
    EMU_RESULT(CUDA_ERROR_CONTEXT_ALREADY_CURRENT, 202) \
    EMU_RESULT(CUDA_ERROR_MAP_FAILED, 205) \
    EMU_RESULT(CUDA_ERROR_UNMAP_FAILED, 206) \
    EMU_RESULT(CUDA_ERROR_ARRAY_IS_MAPPED, 207) \
    EMU_RESULT(CUDA_ERROR_ALREADY_MAPPED, 208) \
    EMU_RESULT(CUDA_ERROR_NO_BINARY_FOR_GPU, 209) \
    EMU_RESULT(CUDA_ERROR_ALREADY_ACQUIRED, 210) \
    EMU_RESULT(CUDA_ERROR_NOT_MAPPED, 211) \
    EMU_RESULT(CUDA_ERROR_NOT_MAPPED_AS_ARRAY, 212) \
    EMU_RESULT(CUDA_ERROR_NOT_MAPPED_AS_POINTER, 213) \
    EMU_RESULT(CUDA_ERROR_ECC_UNCORRECTABLE, 214) \
    EMU_RESULT(CUDA_ERROR_UNSUPPORTED_LIMIT, 215) \
    EMU_RESULT(CUDA_ERROR_CONTEXT_ALREADY_IN_USE, 216) \
    EMU_RESULT(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, 217) \
    EMU_RESULT(CUDA_ERROR_INVALID_PTX, 218) \
    EMU_RESULT(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT, 219) \
    EMU_RESULT(CUDA_ERROR_NVLINK_UNCORRECTABLE, 220) \
    EMU_RESULT(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221) \
    EMU_RESULT(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222) \
    EMU_RESULT(CUDA_ERROR_JIT_COMPILATION_DISABLED, 223) \
    EMU_RESULT(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, 224) \
    EMU_RESULT(CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC, 225) \
    EMU_RESULT(CUDA_ERROR_CONTAINED, 226) \
    EMU_RESULT(CUDA_ERROR_INVALID_SOURCE, 300) \
    EMU_RESULT(CUDA_ERROR_FILE_NOT_FOUND, 301) \
    EMU_RESULT(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, 302) \
    EMU_RESULT(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, 303) \
    EMU_RESULT(CUDA_ERROR_OPERATING_SYSTEM, 304) \
    EMU_RESULT(CUDA_ERROR_INVALID_HANDLE, 400) \
    EMU_RESULT(CUDA_ERROR_ILLEGAL_STATE, 401) \
    EMU_RESULT(CUDA_ERROR_LOSSY_QUERY, 402) \
    EMU_RESULT(CUDA_ERROR_NOT_FOUND, 500) \
    EMU_RESULT(CUDA_ERROR_NOT_READY, 600) \
    EMU_RESULT(CUDA_ERROR_ILLEGAL_ADDRESS, 700) \
    EMU_RESULT(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701) \
    EMU_RESULT(CUDA_ERROR_LAUNCH_TIMEOUT, 702) \
    EMU_RESULT(CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, 703) \
    EMU_RESULT(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 704) \
    EMU_RESULT(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, 705) \
    EMU_RESULT(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, 708) \
    EMU_RESULT(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709) \
    EMU_RESULT(CUDA_ERROR_ASSERT, 710) \
    EMU_RESULT(CUDA_ERROR_TOO_MANY_PEERS, 711) \
    EMU_RESULT(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712) \
    EMU_RESULT(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713) \
    EMU_RESULT(CUDA_ERROR_HARDWARE_STACK_ERROR, 714) \
    EMU_RESULT(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715) \
    EMU_RESULT(CUDA_ERROR_MISALIGNED_ADDRESS, 716) \
    EMU_RESULT(CUDA_ERROR_INVALID_ADDRESS_SPACE, 717) \
    EMU_RESULT(CUDA_ERROR_INVALID_PC, 718) \
    EMU_RESULT(CUDA_ERROR_LAUNCH_FAILED, 719) \
    EMU_RESULT(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720) \
    EMU_RESULT(CUDA_ERROR_TENSOR_MEMORY_LEAK, 721) \
    EMU_RESULT(CUDA_ERROR_NOT_PERMITTED, 800) \
    EMU_RESULT(CUDA_ERROR_NOT_SUPPORTED, 801) \
    EMU_RESULT(CUDA_ERROR_SYSTEM_NOT_READY, 802) \
    EMU_RESULT(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, 803) \
    EMU_RESULT(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, 804) \
    EMU_RESULT(CUDA_ERROR_MPS_CONNECTION_FAILED, 805) \
    EMU_RESULT(CUDA_ERROR_MPS_RPC_FAILURE, 806) \
    EMU_RESULT(CUDA_ERROR_MPS_SERVER_NOT_READY, 807) \
    EMU_RESULT(CUDA_ERROR_MPS_MAX_CLIENTS_REACHED, 808) \
    EMU_RESULT(CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED, 809) \
    EMU_RESULT(CUDA_ERROR_MPS_CLIENT_TERMINATED, 810) \
    EMU_RESULT(CUDA_ERROR_CDP_NOT_SUPPORTED, 811) \
    EMU_RESULT(CUDA_ERROR_CDP_VERSION_MISMATCH, 812) \
    EMU_RESULT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900) \
    EMU_RESULT(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, 901) \
    EMU_RESULT(CUDA_ERROR_STREAM_CAPTURE_MERGE, 902) \
    EMU_RESULT(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, 903) \
    EMU_RESULT(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, 904) \
    EMU_RESULT(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, 905) \
    EMU_RESULT(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, 906) \
    EMU_RESULT(CUDA_ERROR_CAPTURED_EVENT, 907) \
    EMU_RESULT(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, 908) \
    EMU_RESULT(CUDA_ERROR_TIMEOUT, 909) \
    EMU_RESULT(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, 910) \
    EMU_RESULT(CUDA_ERROR_EXTERNAL_DEVICE, 911) \
    EMU_RESULT(CUDA_ERROR_INVALID_CLUSTER_SIZE, 912) \
    EMU_RESULT(CUDA_ERROR_FUNCTION_NOT_LOADED, 913) \
    EMU_RESULT(CUDA_ERROR_INVALID_RESOURCE_TYPE, 914) \
    EMU_RESULT(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, 915) \
    EMU_RESULT(CUDA_ERROR_UNKNOWN, 999)

typedef enum cudaError_enum {
#define EMU_RESULT(name, number) name = number,
    EMU_RESULTS(EMU_RESULT)
#undef EMU_RESULT
} CUresult;

typedef int CUdevice;
typedef uintptr_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef struct CUuuid_st CUuuid;
typedef struct CUctxCreateParams_st {
    void *execAffinityParams;
    int numExecAffinityParams;
    void *cigParams;
} CUctxCreateParams;

typedef enum CUdevice_attribute_enum {
#define EMU_ATTRIBUTE(name, driver, number, member) CU_DEVICE_ATTRIBUTE_##driver = number,
    EMU_ATTRIBUTES(EMU_ATTRIBUTE)
#undef EMU_ATTRIBUTE
        CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED =
            CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED
} CUdevice_attribute;
typedef enum CUcomputemode_enum {
    CU_COMPUTEMODE_DEFAULT = 0,
    CU_COMPUTEMODE_PROHIBITED = 2,
    CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3
} CUcomputemode;
enum {
    CU_CTX_SCHED_AUTO = 0,
    CU_CTX_MAP_HOST = 8,
    CU_STREAM_DEFAULT = 0,
    CU_STREAM_NON_BLOCKING = 1,
    CU_EVENT_DEFAULT = 0,
    CU_EVENT_BLOCKING_SYNC = 1,
    CU_EVENT_DISABLE_TIMING = 2,
    CU_MEM_ATTACH_GLOBAL = 1,
    CU_MEM_ATTACH_HOST = 2,
    CU_MEMHOSTALLOC_PORTABLE = 1,
    CU_MEMHOSTALLOC_DEVICEMAP = 2
};
#define CU_LAUNCH_PARAM_END ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define CU_STREAM_PER_THREAD cudaStreamPerThread
#define CU_STREAM_LEGACY cudaStreamLegacy
typedef enum CUjit_option_enum {
    CU_JIT_MAX_REGISTERS = 0,
    CU_JIT_WALL_TIME = 2,
    CU_JIT_INFO_LOG_BUFFER = 3,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
    CU_JIT_ERROR_LOG_BUFFER = 5,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CU_JIT_THREADS_PER_BLOCK = 1,
    CU_JIT_OPTIMIZATION_LEVEL = 7,
    CU_JIT_TARGET_FROM_CUCONTEXT = 8,
    CU_JIT_TARGET = 9,
    CU_JIT_FALLBACK_STRATEGY = 10,
    CU_JIT_GENERATE_DEBUG_INFO = 11,
    CU_JIT_LOG_VERBOSE = 12,
    CU_JIT_GENERATE_LINE_INFO = 13,
    CU_JIT_CACHE_MODE = 14
} CUjit_option;
typedef enum CUjitInputType_enum {
    CU_JIT_INPUT_CUBIN = 0,
    CU_JIT_INPUT_PTX,
    CU_JIT_INPUT_FATBINARY,
    CU_JIT_INPUT_OBJECT,
    CU_JIT_INPUT_LIBRARY
} CUjitInputType;
typedef enum CUfunction_attribute_enum {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CU_FUNC_ATTRIBUTE_PTX_VERSION = 5,
    CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9
} CUfunction_attribute;
typedef struct CUlinkState_st *CUlinkState;
typedef size_t(CUDA_CB *CUoccupancyB2DSize)(int threads);

#ifdef __cplusplus
extern "C" {
#endif

CUresult cuInit(unsigned flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuGetErrorName(CUresult error, const char **text);
CUresult cuGetErrorString(CUresult error, const char **text);
CUresult cuDeviceGet(CUdevice *device, int number);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGetName(char *name, int length, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult emu_context_create(CUcontext *context, CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext *context);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxSynchronize(void);
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags);
CUresult cuCtxDisablePeerAccess(CUcontext peer);

CUresult cuMemAlloc(CUdeviceptr *p, size_t bytes);
CUresult cuMemAllocManaged(CUdeviceptr *p, size_t bytes, unsigned flags);
CUresult cuMemAllocPitch(CUdeviceptr *p, size_t *pitch, size_t width, size_t height,
                         unsigned element);
CUresult cuMemFree(CUdeviceptr p);
CUresult cuMemAllocHost(void **p, size_t bytes);
CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned flags);
CUresult cuMemFreeHost(void *p);
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr p);
CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes);
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes);
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemsetD8(CUdeviceptr p, unsigned char value, size_t count);
CUresult cuMemsetD16(CUdeviceptr p, unsigned short value, size_t count);
CUresult cuMemsetD32(CUdeviceptr p, unsigned value, size_t count);

CUresult cuStreamCreate(CUstream *stream, unsigned flags);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
CUresult cuEventCreate(CUevent *event, unsigned flags);
CUresult cuEventDestroy(CUevent event);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventQuery(CUevent event);
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent stop);

// An image must come from nvrtcGetPTX or nvrtcGetCUBIN; other images are refused with a message.
#define EMU_MODULE_MARK "// module of the emulated GPU: "
CUresult cuModuleLoad(CUmodule *module, const char *file);
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                            CUjit_option *options, void **values);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuModuleGetGlobal(CUdeviceptr *p, size_t *bytes, CUmodule module, const char *name);

// Refused with a message.
CUresult cuLinkCreate(unsigned count, CUjit_option *options, void **values, CUlinkState *state);
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size,
                       const char *name, unsigned count, CUjit_option *options, void **values);
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned count,
                       CUjit_option *options, void **values);
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *size);
CUresult cuLinkDestroy(CUlinkState state);

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function);
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                     size_t shared);
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
                                          CUoccupancyB2DSize shared_of, size_t shared, int limit);
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void **args, void **extra);

#ifdef __cplusplus
} // extern "C"

// CUDA 13 puts the parameters first; before, there were only flags and device.
static inline CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *, unsigned,
                                   CUdevice device)
{
    return emu_context_create(context, device);
}
static inline CUresult cuCtxCreate(CUcontext *context, unsigned, CUdevice device)
{
    return emu_context_create(context, device);
}
#else
// The device is the last of three or four arguments. There is only one.
#define cuCtxCreate(context, ...) emu_context_create(context, 0)
#endif
#endif
