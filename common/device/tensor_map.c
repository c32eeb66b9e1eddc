// SPDX-License-Identifier: MIT
#include "tensor_map.h"

#include <stddef.h>

#include <cuda_runtime_api.h>

typedef __typeof__(&cuTensorMapEncodeTiled) encode_fn;
enum { ENCODE_SINCE = 12000 }; // the CUDA version with the first tensor maps: 12.0

// Loaded from the driver at run time and not linked, so a program also starts without a driver.
static encode_fn find_encode(void)
{
    void *found = NULL;
    enum cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
    const cudaError_t error = cudaGetDriverEntryPointByVersion(
        "cuTensorMapEncodeTiled", &found, ENCODE_SINCE, cudaEnableDefault, &result);
    if (error != cudaSuccess || result != cudaDriverEntryPointSuccess)
        return NULL;
    return (encode_fn)found;
}

CUresult tensor_map_encode(const struct tensor_map *m, CUtensorMap *map)
{
    static encode_fn encode;
    const cuuint32_t every[3] = {1, 1, 1};
    if (!encode)
        encode = find_encode();
    if (!encode)
        return CUDA_ERROR_NOT_SUPPORTED;
    return encode(map, m->type, (cuuint32_t)m->rank, (void *)(uintptr_t)m->address, m->size,
                  m->stride, m->box, every, CU_TENSOR_MAP_INTERLEAVE_NONE, m->swizzle,
                  CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
