// SPDX-License-Identifier: MIT
//
// cuda.h: the version and the types of CUDA's driver API, for programs that include it beside the
// runtime. The driver API's functions (cuInit, cuModuleLoad ...) are not there.
#ifndef EMU_CUDA_H
#define EMU_CUDA_H

#include <stdint.h>

#include "cuda_runtime_api.h" // CUDA_VERSION

typedef int CUdevice;
typedef uintptr_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef enum cudaError_enum { CUDA_SUCCESS = 0, CUDA_ERROR_NOT_SUPPORTED = 801 } CUresult;

#endif
