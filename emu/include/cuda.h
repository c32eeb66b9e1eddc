// SPDX-License-Identifier: MIT
//
// cuda.h: CUDA's driver API (emu/host/driver.h, emu/host/virtual.h), tensor maps, and flags of
// streams, whose functions are also available from cudaGetDriverEntryPointByVersion.
#ifndef EMU_CUDA_H
#define EMU_CUDA_H

#include <stdint.h>

#include "cuda_runtime_api.h" // CUDA_VERSION
#include "emu/host/driver.h"
#include "emu/host/refuse.h"
#include "emu/host/virtual.h"

typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;

// ---- Tensor maps --------------------------------------------------------------------------------

typedef struct CUtensorMap_st {
#ifdef __cplusplus
    alignas(64)
#else
    _Alignas(64)
#endif
        cuuint64_t opaque[16];
} CUtensorMap;

typedef enum CUtensorMapDataType_enum {
    CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0,
    CU_TENSOR_MAP_DATA_TYPE_UINT16,
    CU_TENSOR_MAP_DATA_TYPE_UINT32,
    CU_TENSOR_MAP_DATA_TYPE_INT32,
    CU_TENSOR_MAP_DATA_TYPE_UINT64,
    CU_TENSOR_MAP_DATA_TYPE_INT64,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
    CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ
} CUtensorMapDataType;

typedef enum CUtensorMapInterleave_enum {
    CU_TENSOR_MAP_INTERLEAVE_NONE = 0,
    CU_TENSOR_MAP_INTERLEAVE_16B,
    CU_TENSOR_MAP_INTERLEAVE_32B
} CUtensorMapInterleave;

typedef enum CUtensorMapSwizzle_enum {
    CU_TENSOR_MAP_SWIZZLE_NONE = 0,
    CU_TENSOR_MAP_SWIZZLE_32B,
    CU_TENSOR_MAP_SWIZZLE_64B,
    CU_TENSOR_MAP_SWIZZLE_128B
} CUtensorMapSwizzle;

typedef enum CUtensorMapL2promotion_enum {
    CU_TENSOR_MAP_L2_PROMOTION_NONE = 0,
    CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
    CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
    CU_TENSOR_MAP_L2_PROMOTION_L2_256B
} CUtensorMapL2promotion;

typedef enum CUtensorMapFloatOOBfill_enum {
    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0,
    CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
} CUtensorMapFloatOOBfill;

typedef enum CUstreamWriteValue_flags_enum {
    CU_STREAM_WRITE_VALUE_DEFAULT = 0,
    CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER = 1
} CUstreamWriteValue_flags;
typedef enum CUstreamWaitValue_flags_enum {
    CU_STREAM_WAIT_VALUE_GEQ = 0,
    CU_STREAM_WAIT_VALUE_EQ = 1,
    CU_STREAM_WAIT_VALUE_AND = 2,
    CU_STREAM_WAIT_VALUE_NOR = 3,
    CU_STREAM_WAIT_VALUE_FLUSH = 1 << 30
} CUstreamWaitValue_flags;

// ---- Functions that are not available -----------------------------------------------------------

#define EMU_ARRAYS \
    "arrays and textures of the driver API are (cudaMallocArray, cudaCreateTextureObject are " \
    "there);"
EMU_REFUSE_TYPE(CUarray, EMU_ARRAYS)
EMU_REFUSE_TYPE(CUmipmappedArray, EMU_ARRAYS)
EMU_REFUSE_TYPE(CUtexref, EMU_ARRAYS)
EMU_REFUSE_TYPE(CUtexObject, EMU_ARRAYS)
#define EMU_PROCESSES "sharing memory between processes is"
EMU_REFUSE_FUNCTION(CUresult, cuMemExportToShareableHandle, EMU_PROCESSES)
EMU_REFUSE_FUNCTION(CUresult, cuMemImportFromShareableHandle, EMU_PROCESSES)
EMU_REFUSE_FUNCTION(CUresult, cuIpcGetMemHandle, EMU_PROCESSES)
EMU_REFUSE_FUNCTION(CUresult, cuIpcOpenMemHandle, EMU_PROCESSES)
EMU_REFUSE_FUNCTION(CUresult, cuIpcCloseMemHandle, EMU_PROCESSES)

#ifdef __cplusplus
extern "C" {
#endif

// Prints the reason if it refuses its arguments.
CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                void *address, const cuuint64_t *sizes, const cuuint64_t *strides,
                                const cuuint32_t *box, const cuuint32_t *element_strides,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill);

// ---- Flags that a stream writes or waits for ----------------------------------------------------

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr p, cuuint32_t value, unsigned flags);
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr p, cuuint64_t value, unsigned flags);
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr p, cuuint32_t value, unsigned flags);
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr p, cuuint64_t value, unsigned flags);

#ifdef __cplusplus
} // extern "C"
#endif
#endif
