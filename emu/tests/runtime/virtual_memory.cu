// expect: ok
// SPDX-License-Identifier: MIT
//
// Virtual memory by hand: an array that grows in place, and one allocation at two places in turn.
#include "../headers/check.h"
#include <cuda.h>

__global__ void fill(int *x, int first, int n)
{
    for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x)
        x[first + i] = first + i;
}

static CUmemGenericAllocationHandle map_one(CUdeviceptr p, size_t size,
                                            const CUmemAllocationProp *prop)
{
    CUmemGenericAllocationHandle memory;
    CUmemAccessDesc access = {};
    access.location = prop->location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    HOST_CHECK(cuMemCreate(&memory, size, prop, 0) == CUDA_SUCCESS);
    HOST_CHECK(cuMemMap(p, size, 0, memory, 0) == CUDA_SUCCESS);
    HOST_CHECK(cuMemSetAccess(p, size, &access, 1) == CUDA_SUCCESS);
    return memory;
}

int main()
{
    const int n = 1000;
    int device, supported, host[2];
    size_t size;
    CUcontext context;
    CUdeviceptr place;
    CUmemAllocationProp prop = {};
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                         device);
    HOST_CHECK(supported == 1);
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    prop.location.id = device;
    HOST_CHECK(cuMemGetAllocationGranularity(&size, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM) ==
               CUDA_SUCCESS);
    HOST_CHECK(cuMemAddressReserve(&place, 3 * size, 0, 0, 0) == CUDA_SUCCESS);

    // Two pieces, one after the other, are one array.
    CUmemGenericAllocationHandle memory[2];
    int *x = (int *)place;
    const int edge = (int)(size / sizeof(int));
    memory[0] = map_one(place, size, &prop);
    fill<<<1, 64>>>(x, 0, n);
    memory[1] = map_one(place + size, size, &prop);
    fill<<<1, 64>>>(x, edge - n / 2, n);
    HOST_CHECK(cudaMemcpy(host, x + edge - 1, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    HOST_CHECK(host[0] == edge - 1 && host[1] == edge);
    HOST_CHECK(cuMemMap(place, size, 0, memory[0], 0) != CUDA_SUCCESS); // there is something

    // The content moves with the allocation, from the first place to the third.
    CUmemAccessDesc access = {};
    access.location = prop.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    HOST_CHECK(cuMemUnmap(place, size) == CUDA_SUCCESS);
    HOST_CHECK(cuMemMap(place + 2 * size, size, 0, memory[0], 0) == CUDA_SUCCESS);
    HOST_CHECK(cuMemSetAccess(place + 2 * size, size, &access, 1) == CUDA_SUCCESS);
    cudaMemcpy(host, x + 2 * edge + 6, sizeof host, cudaMemcpyDeviceToHost);
    HOST_CHECK(host[0] == 6 && host[1] == 7);
    HOST_CHECK(cuMemAddressFree(place, 3 * size) != CUDA_SUCCESS); // still in use
    HOST_CHECK(cuMemUnmap(place + size, 2 * size) == CUDA_SUCCESS);
    HOST_CHECK(cuMemRelease(memory[0]) == CUDA_SUCCESS);
    HOST_CHECK(cuMemRelease(memory[1]) == CUDA_SUCCESS);
    HOST_CHECK(cuMemAddressFree(place, 3 * size) == CUDA_SUCCESS);
    cuDevicePrimaryCtxRelease(device);
    return check_result();
}
