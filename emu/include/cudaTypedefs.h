// SPDX-License-Identifier: MIT
//
// cudaTypedefs.h: function types of the driver API for the results of cudaGetDriverEntryPoint, as
// far as the functions are available.
#ifndef EMU_CUDA_TYPEDEFS_H
#define EMU_CUDA_TYPEDEFS_H

#include "cuda.h"

typedef CUresult (*PFN_cuTensorMapEncodeTiled_v12000)(
    CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
    const cuuint64_t *sizes, const cuuint64_t *strides, const cuuint32_t *box,
    const cuuint32_t *element_strides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill);
#define PFN_cuTensorMapEncodeTiled PFN_cuTensorMapEncodeTiled_v12000

typedef CUresult (*PFN_cuStreamWriteValue32_v8000)(CUstream stream, CUdeviceptr p, cuuint32_t value,
                                                   unsigned flags);
typedef CUresult (*PFN_cuStreamWriteValue64_v9000)(CUstream stream, CUdeviceptr p, cuuint64_t value,
                                                   unsigned flags);
typedef PFN_cuStreamWriteValue32_v8000 PFN_cuStreamWriteValue32_v11070;
typedef PFN_cuStreamWriteValue64_v9000 PFN_cuStreamWriteValue64_v11070;
typedef PFN_cuStreamWriteValue32_v8000 PFN_cuStreamWaitValue32_v11070;
typedef PFN_cuStreamWriteValue64_v9000 PFN_cuStreamWaitValue64_v11070;
#define PFN_cuStreamWriteValue32 PFN_cuStreamWriteValue32_v11070
#define PFN_cuStreamWriteValue64 PFN_cuStreamWriteValue64_v11070
#define PFN_cuStreamWaitValue32 PFN_cuStreamWaitValue32_v11070
#define PFN_cuStreamWaitValue64 PFN_cuStreamWaitValue64_v11070

#endif
