// SPDX-License-Identifier: MIT
//
// nvToolsExtCuda.h: NVTX names devices, contexts, streams and events of the driver API. Here the
// names go nowhere.
#ifndef EMU_NVTX_CUDA_H
#define EMU_NVTX_CUDA_H

#include "../cuda.h"
#include "nvToolsExt.h"

EMU_NVTX_NAME(CuDevice, CUdevice)
EMU_NVTX_NAME(CuContext, CUcontext)
EMU_NVTX_NAME(CuStream, CUstream)
EMU_NVTX_NAME(CuEvent, CUevent)

#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCuEvent nvtxNameCuEventA

#endif
