// SPDX-License-Identifier: MIT
#include "tensor_map.h"

#include <stddef.h>

#include <cuda_runtime_api.h>

typedef __typeof__(&cuTensorMapEncodeTiled) encode_fn;
enum { ENCODE_SINCE = 12000 }; // the CUDA version that brought it: 12.0

// Asked of the driver that is loaded, not linked: so a program starts where there is none.
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

bool tensor_map_encode(const struct tensor_map *m, CUtensorMap *map, struct failure *why)
{
    static encode_fn encode;
    if (!encode)
        encode = find_encode();
    if (!encode)
        return fail(why, "this CUDA driver knows no tensor maps (12.0 or newer does)");
    const cuuint32_t every[3] = {1, 1, 1};
    const CUresult result =
        encode(map, m->type, (cuuint32_t)m->rank, (void *)(uintptr_t)m->address, m->size, m->stride,
               m->box, every, CU_TENSOR_MAP_INTERLEAVE_NONE, m->swizzle,
               CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS)
        return fail(why, "the driver refuses a tensor map of %llu x %llu, box %u x %u (error %d)",
                    (unsigned long long)m->size[0], (unsigned long long)m->size[1], m->box[0],
                    m->box[1], (int)result);
    return true;
}
