// SPDX-License-Identifier: MIT
//
// emu/host/errors.h: the errors of CUDA's runtime, a part of driver_types.h. One per line:
// EMU_ERROR(name, number, text of cudaGetErrorString).
#ifndef EMU_ERRORS_H
#define EMU_ERRORS_H

#define EMU_ERRORS(EMU_ERROR) \
    EMU_ERROR(cudaSuccess, 0, "no error") \
    EMU_ERROR(cudaErrorInvalidValue, 1, "invalid argument") \
    EMU_ERROR(cudaErrorMemoryAllocation, 2, "out of memory") \
    EMU_ERROR(cudaErrorInitializationError, 3, "initialization error") \
    EMU_ERROR(cudaErrorCudartUnloading, 4, "driver shutting down") \
    EMU_ERROR(cudaErrorProfilerDisabled, 5, \
              "profiler disabled while using external profiling tool") \
    EMU_ERROR(cudaErrorProfilerNotInitialized, 6, \
              "profiler not initialized: call cudaProfilerInitialize()") \
    EMU_ERROR(cudaErrorProfilerAlreadyStarted, 7, "profiler already started") \
    EMU_ERROR(cudaErrorProfilerAlreadyStopped, 8, "profiler already stopped") \
    EMU_ERROR(cudaErrorInvalidConfiguration, 9, "invalid configuration argument") \
    EMU_ERROR(cudaErrorInvalidPitchValue, 12, "invalid pitch argument") \
    EMU_ERROR(cudaErrorInvalidSymbol, 13, "invalid device symbol") \
    EMU_ERROR(cudaErrorInvalidHostPointer, 16, "invalid host pointer") \
    EMU_ERROR(cudaErrorInvalidDevicePointer, 17, "invalid device pointer") \
    EMU_ERROR(cudaErrorInvalidTexture, 18, "invalid texture reference") \
    EMU_ERROR(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer") \
    EMU_ERROR(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor") \
    EMU_ERROR(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy") \
    EMU_ERROR(cudaErrorAddressOfConstant, 22, "invalid address of constant") \
    EMU_ERROR(cudaErrorTextureFetchFailed, 23, "fetch from texture failed") \
    EMU_ERROR(cudaErrorTextureNotBound, 24, "cannot fetch from a texture that is not bound") \
    EMU_ERROR(cudaErrorSynchronizationError, 25, "incorrect use of __syncthreads()") \
    EMU_ERROR(cudaErrorInvalidFilterSetting, 26, \
              "linear filtering not supported for non-float type") \
    EMU_ERROR(cudaErrorInvalidNormSetting, 27, \
              "read as normalized float not supported for data type") \
    EMU_ERROR(cudaErrorMixedDeviceExecution, 28, \
              "device emulation mode and device execution mode cannot be mixed") \
    EMU_ERROR(cudaErrorNotYetImplemented, 31, "feature not yet implemented") \
    EMU_ERROR(cudaErrorMemoryValueTooLarge, 32, \
              "memory size or pointer value too large to fit in 32 bit") \
    EMU_ERROR(cudaErrorStubLibrary, 34, "CUDA driver is a stub library") \
    EMU_ERROR(cudaErrorInsufficientDriver, 35, \
              "CUDA driver version is insufficient for CUDA runtime version") \
    EMU_ERROR(cudaErrorCallRequiresNewerDriver, 36, \
              "API call is not supported in the installed CUDA driver") \
    EMU_ERROR(cudaErrorInvalidSurface, 37, "invalid surface reference") \
    EMU_ERROR(cudaErrorDuplicateVariableName, 43, \
              "duplicate global variable looked up by string name") \
    EMU_ERROR(cudaErrorDuplicateTextureName, 44, "duplicate texture looked up by string name") \
    EMU_ERROR(cudaErrorDuplicateSurfaceName, 45, "duplicate surface looked up by string name") \
    EMU_ERROR(cudaErrorDevicesUnavailable, 46, \
              "CUDA-capable device(s) is/are busy or unavailable") \
    EMU_ERROR(cudaErrorIncompatibleDriverContext, 49, "incompatible driver context") \
    EMU_ERROR(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured") \
    EMU_ERROR(cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch") \
    EMU_ERROR(cudaErrorLaunchMaxDepthExceeded, 65, \
              "launch would exceed maximum depth of nested launches") \
    EMU_ERROR(cudaErrorLaunchFileScopedTex, 66, \
              "launch failed because kernel uses unsupported, file-scoped textures (texture " \
              "objects are supported)") \
    EMU_ERROR(cudaErrorLaunchFileScopedSurf, 67, \
              "launch failed because kernel uses unsupported, file-scoped surfaces (surface " \
              "objects are supported)") \
    EMU_ERROR(cudaErrorSyncDepthExceeded, 68, \
              "cudaDeviceSynchronize failed because caller's grid depth exceeds " \
              "cudaLimitDevRuntimeSyncDepth") \
    EMU_ERROR(cudaErrorLaunchPendingCountExceeded, 69, \
              "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount") \
    EMU_ERROR(cudaErrorInvalidDeviceFunction, 98, "invalid device function") \
    EMU_ERROR(cudaErrorNoDevice, 100, "no CUDA-capable device is detected") \
    EMU_ERROR(cudaErrorInvalidDevice, 101, "invalid device ordinal") \
    EMU_ERROR(cudaErrorDeviceNotLicensed, 102, "device doesn't have valid Grid license") \
    EMU_ERROR(cudaErrorSoftwareValidityNotEstablished, 103, "integrity checks failed") \
    EMU_ERROR(cudaErrorStartupFailure, 127, "startup failure in cuda runtime") \
    EMU_ERROR(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid") \
    EMU_ERROR(cudaErrorDeviceUninitialized, 201, "invalid device context") \
    EMU_ERROR(cudaErrorMapBufferObjectFailed, 205, "mapping of buffer object failed") \
    EMU_ERROR(cudaErrorUnmapBufferObjectFailed, 206, "unmapping of buffer object failed") \
    EMU_ERROR(cudaErrorArrayIsMapped, 207, "array is mapped") \
    EMU_ERROR(cudaErrorAlreadyMapped, 208, "resource already mapped") \
    EMU_ERROR(cudaErrorNoKernelImageForDevice, 209, \
              "no kernel image is available for execution on the device") \
    EMU_ERROR(cudaErrorAlreadyAcquired, 210, "resource already acquired") \
    EMU_ERROR(cudaErrorNotMapped, 211, "resource not mapped") \
    EMU_ERROR(cudaErrorNotMappedAsArray, 212, "resource not mapped as array") \
    EMU_ERROR(cudaErrorNotMappedAsPointer, 213, "resource not mapped as pointer") \
    EMU_ERROR(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered") \
    EMU_ERROR(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture") \
    EMU_ERROR(cudaErrorDeviceAlreadyInUse, 216, \
              "exclusive-thread device already in use by a different thread") \
    EMU_ERROR(cudaErrorPeerAccessUnsupported, 217, \
              "peer access is not supported between these two devices") \
    EMU_ERROR(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed") \
    EMU_ERROR(cudaErrorInvalidGraphicsContext, 219, "invalid OpenGL or DirectX context") \
    EMU_ERROR(cudaErrorNvlinkUncorrectable, 220, \
              "uncorrectable NVLink error detected during the execution") \
    EMU_ERROR(cudaErrorJitCompilerNotFound, 221, "PTX JIT compiler library not found") \
    EMU_ERROR(cudaErrorUnsupportedPtxVersion, 222, \
              "the provided PTX was compiled with an unsupported toolchain.") \
    EMU_ERROR(cudaErrorJitCompilationDisabled, 223, "PTX JIT compilation was disabled") \
    EMU_ERROR(cudaErrorUnsupportedExecAffinity, 224, \
              "the provided execution affinity is not supported") \
    EMU_ERROR(cudaErrorUnsupportedDevSideSync, 225, \
              "the provided PTX contains unsupported call to cudaDeviceSynchronize") \
    EMU_ERROR(cudaErrorContained, 226, \
              "Invalid access of peer GPU memory over nvlink or a hardware error") \
    EMU_ERROR(cudaErrorInvalidSource, 300, "device kernel image is invalid") \
    EMU_ERROR(cudaErrorFileNotFound, 301, "file not found") \
    EMU_ERROR(cudaErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found") \
    EMU_ERROR(cudaErrorSharedObjectInitFailed, 303, "shared object initialization failed") \
    EMU_ERROR(cudaErrorOperatingSystem, 304, \
              "OS call failed or operation not supported on this OS") \
    EMU_ERROR(cudaErrorInvalidResourceHandle, 400, "invalid resource handle") \
    EMU_ERROR(cudaErrorIllegalState, 401, \
              "the operation cannot be performed in the present state") \
    EMU_ERROR(cudaErrorLossyQuery, 402, "attempted introspection would be semantically lossy") \
    EMU_ERROR(cudaErrorSymbolNotFound, 500, "named symbol not found") \
    EMU_ERROR(cudaErrorNotReady, 600, "device not ready") \
    EMU_ERROR(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered") \
    EMU_ERROR(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch") \
    EMU_ERROR(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated") \
    EMU_ERROR(cudaErrorLaunchIncompatibleTexturing, 703, \
              "launch uses incompatible texturing mode") \
    EMU_ERROR(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled") \
    EMU_ERROR(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled") \
    EMU_ERROR(cudaErrorSetOnActiveProcess, 708, \
              "cannot set while device is active in this process") \
    EMU_ERROR(cudaErrorContextIsDestroyed, 709, "context is destroyed") \
    EMU_ERROR(cudaErrorAssert, 710, "device-side assert triggered") \
    EMU_ERROR(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted") \
    EMU_ERROR(cudaErrorHostMemoryAlreadyRegistered, 712, \
              "part or all of the requested memory range is already mapped") \
    EMU_ERROR(cudaErrorHostMemoryNotRegistered, 713, \
              "pointer does not correspond to a registered memory region") \
    EMU_ERROR(cudaErrorHardwareStackError, 714, "hardware stack error") \
    EMU_ERROR(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered") \
    EMU_ERROR(cudaErrorMisalignedAddress, 716, "misaligned address") \
    EMU_ERROR(cudaErrorInvalidAddressSpace, 717, \
              "operation not supported on global/shared address space") \
    EMU_ERROR(cudaErrorInvalidPc, 718, "invalid program counter") \
    EMU_ERROR(cudaErrorLaunchFailure, 719, "unspecified launch failure") \
    EMU_ERROR(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch") \
    EMU_ERROR(cudaErrorTensorMemoryLeak, 721, "tensor memory not completely freed") \
    EMU_ERROR(cudaErrorNotPermitted, 800, "operation not permitted") \
    EMU_ERROR(cudaErrorNotSupported, 801, "operation not supported") \
    EMU_ERROR(cudaErrorSystemNotReady, 802, "system not yet initialized") \
    EMU_ERROR(cudaErrorSystemDriverMismatch, 803, \
              "system has unsupported display driver / cuda driver combination") \
    EMU_ERROR(cudaErrorCompatNotSupportedOnDevice, 804, \
              "forward compatibility was attempted on non supported HW") \
    EMU_ERROR(cudaErrorMpsConnectionFailed, 805, \
              "MPS client failed to connect to the MPS control daemon or the MPS server") \
    EMU_ERROR(cudaErrorMpsRpcFailure, 806, \
              "the remote procedural call between the MPS server and the MPS client failed") \
    EMU_ERROR(cudaErrorMpsServerNotReady, 807, \
              "MPS server is not ready to accept new MPS client requests") \
    EMU_ERROR(cudaErrorMpsMaxClientsReached, 808, \
              "the hardware resources required to create MPS client have been exhausted") \
    EMU_ERROR(cudaErrorMpsMaxConnectionsReached, 809, \
              "the hardware resources required to support device connections have been exhausted") \
    EMU_ERROR(cudaErrorMpsClientTerminated, 810, \
              "the MPS client has been terminated by the server") \
    EMU_ERROR(cudaErrorCdpNotSupported, 811, \
              "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does " \
              "not support it") \
    EMU_ERROR(cudaErrorCdpVersionMismatch, 812, \
              "unsupported interaction between different versions of CUDA Dynamic Parallelism") \
    EMU_ERROR(cudaErrorStreamCaptureUnsupported, 900, \
              "operation not permitted when stream is capturing") \
    EMU_ERROR(cudaErrorStreamCaptureInvalidated, 901, \
              "operation failed due to a previous error during capture") \
    EMU_ERROR(cudaErrorStreamCaptureMerge, 902, \
              "operation would result in a merge of separate capture sequences") \
    EMU_ERROR(cudaErrorStreamCaptureUnmatched, 903, \
              "capture was not ended in the same stream as it began") \
    EMU_ERROR(cudaErrorStreamCaptureUnjoined, 904, "capturing stream has unjoined work") \
    EMU_ERROR(cudaErrorStreamCaptureIsolation, 905, \
              "dependency created on uncaptured work in another stream") \
    EMU_ERROR(cudaErrorStreamCaptureImplicit, 906, \
              "operation would make the legacy stream depend on a capturing blocking stream") \
    EMU_ERROR(cudaErrorCapturedEvent, 907, \
              "operation not permitted on an event last recorded in a capturing stream") \
    EMU_ERROR(cudaErrorStreamCaptureWrongThread, 908, \
              "attempt to terminate a thread-local capture sequence from another thread") \
    EMU_ERROR(cudaErrorTimeout, 909, "wait operation timed out") \
    EMU_ERROR(cudaErrorGraphExecUpdateFailure, 910, \
              "the graph update was not performed because it included changes which violated " \
              "constraints specific to instantiated graph update") \
    EMU_ERROR(cudaErrorExternalDevice, 911, \
              "an async error has occured in external entity outside of CUDA") \
    EMU_ERROR(cudaErrorInvalidClusterSize, 912, \
              "a kernel launch error has occurred due to cluster misconfiguration") \
    EMU_ERROR( \
        cudaErrorFunctionNotLoaded, 913, \
        "the function handle is not loaded when calling an API that requires a loaded function") \
    EMU_ERROR(cudaErrorInvalidResourceType, 914, \
              "one or more resources passed in are not valid resource types for the operation") \
    EMU_ERROR(cudaErrorInvalidResourceConfiguration, 915, \
              "one or more resources are insufficient or non-applicable for the operation") \
    EMU_ERROR(cudaErrorUnknown, 999, "unknown error") \
    EMU_ERROR(cudaErrorApiFailureBase, 10000, "api failure base")

#endif
