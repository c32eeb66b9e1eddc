// expect: ok
// SPDX-License-Identifier: MIT
//
// The driver API mixed with the runtime; kernels by their addresses; the rarer runtime functions.
#include "../headers/check.h"
#include <cuda.h>
#include <string.h>

__global__ void add(int *x, int n) { x[threadIdx.x] += n; }

static void driver()
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr p;
    const char *text;
    int major, count, host[4] = {1, 2, 3, 4};
    HOST_CHECK(cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS);
    HOST_CHECK(cuDeviceGetCount(&count) == CUDA_SUCCESS && count == 1);
    HOST_CHECK(cuDeviceGet(&device, 1) == CUDA_ERROR_INVALID_DEVICE);
    HOST_CHECK(cuCtxCreate(&context, 0, device) == CUDA_SUCCESS);
    HOST_CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0) ==
                   CUDA_SUCCESS &&
               major >= 7);
    HOST_CHECK(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &text) == CUDA_SUCCESS &&
               strcmp(text, "CUDA_ERROR_OUT_OF_MEMORY") == 0);
    HOST_CHECK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text) == CUDA_SUCCESS &&
               strcmp(text, "out of memory") == 0);
    HOST_CHECK(cuGetErrorString(CUDA_ERROR_CONTEXT_ALREADY_CURRENT, &text) == CUDA_SUCCESS &&
               strcmp(text, "context already current") == 0);
    HOST_CHECK(CUDA_ERROR_PROFILER_DISABLED == 5 && CUDA_ERROR_LOSSY_QUERY == 402 &&
               CUDA_ERROR_CAPTURED_EVENT == 907 && cudaErrorApiFailureBase == 10000);
    HOST_CHECK(cuMemAlloc(&p, sizeof host) == CUDA_SUCCESS);
    HOST_CHECK(cuMemcpyHtoD(p, host, sizeof host) == CUDA_SUCCESS);
    cudaFunction_t function;
    int five = 5;
    void *args[] = {&p, &five};
    HOST_CHECK(cudaGetFuncBySymbol(&function, (const void *)add) == cudaSuccess);
    HOST_CHECK(cuLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, 0, args, nullptr) == CUDA_SUCCESS);
    void *address = (void *)add;
    HOST_CHECK(cudaLaunchKernel((const void *)address, dim3(1), dim3(4), args) == cudaSuccess);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(4);
    HOST_CHECK(cudaLaunchKernelExC(&config, (const void *)address, args) == cudaSuccess);
    HOST_CHECK(cuCtxSynchronize() == CUDA_SUCCESS);
    HOST_CHECK(cuMemcpyDtoH(host, p, sizeof host) == CUDA_SUCCESS);
    HOST_CHECK(host[0] == 16 && host[3] == 19);
    HOST_CHECK(cuMemsetD32(p, 7, 4) == CUDA_SUCCESS);
    cuMemcpyDtoH(host, p, sizeof host);
    HOST_CHECK(host[3] == 7);
    HOST_CHECK(cuMemFree(p) == CUDA_SUCCESS);
}

__global__ void name_of(const char **name) { *name = "a text in a kernel"; }

// What a kernel says by the address of a text in its code, the host may look up and copy.
static void text_of_kernel()
{
    const char **name, *text;
    char copy[40] = "";
    CUdeviceptr base;
    size_t bytes = 0;
    cudaMalloc(&name, sizeof *name);
    name_of<<<1, 1>>>(name);
    cudaMemcpy(&text, name, sizeof text, cudaMemcpyDeviceToHost);
    HOST_CHECK(cuMemGetAddressRange(&base, &bytes, (CUdeviceptr)text) == CUDA_SUCCESS);
    HOST_CHECK(base == (CUdeviceptr)text && bytes == sizeof "a text in a kernel");
    HOST_CHECK(cudaMemcpy(copy, text, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
    HOST_CHECK(strcmp(copy, "a text in a kernel") == 0);
    HOST_CHECK(cuMemGetAddressRange(&base, &bytes, (CUdeviceptr)copy) == CUDA_ERROR_NOT_FOUND);
    cudaFree(name);
}

static void rarer()
{
    int device = 1, value = -1;
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    HOST_CHECK(cudaChooseDevice(&device, &prop) == cudaSuccess && device == 0);
    HOST_CHECK(prop.maxTexture2D[0] >= 65536 && prop.memoryPoolsSupported);
    HOST_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxTexture3DDepth, 0) == cudaSuccess &&
               value == prop.maxTexture3D[2]);
    cudaMemPoolProps props = {};
    cudaMemPool_t pool;
    int *p;
    props.allocType = cudaMemAllocationTypePinned;
    HOST_CHECK(cudaMemPoolCreate(&pool, &props) == cudaSuccess);
    HOST_CHECK(cudaMallocFromPoolAsync(&p, 16, pool, 0) == cudaSuccess);
    HOST_CHECK(cudaFreeAsync(p, 0) == cudaSuccess && cudaMemPoolDestroy(pool) == cudaSuccess);
    cudaStream_t stream;
    unsigned flags;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    HOST_CHECK(cudaStreamGetFlags(stream, &flags) == cudaSuccess && flags == cudaStreamNonBlocking);
    cudaStreamDestroy(stream);
}

int main()
{
    driver();
    text_of_kernel();
    rarer();
    return check_result();
}
