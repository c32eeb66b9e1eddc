// SPDX-License-Identifier: MIT
//
// nvToolsExtCudaRt.h: NVTX names devices, streams and events of the CUDA runtime. Here the names go
// nowhere.
#ifndef EMU_NVTX_CUDA_RT_H
#define EMU_NVTX_CUDA_RT_H

#include "../cuda_runtime_api.h"
#include "nvToolsExt.h"

EMU_NVTX_NAME(CudaDevice, int)
EMU_NVTX_NAME(CudaStream, cudaStream_t)
EMU_NVTX_NAME(CudaEvent, cudaEvent_t)

#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA

#endif
