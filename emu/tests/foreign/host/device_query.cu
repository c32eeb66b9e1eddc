// foreign: cudaGetDeviceProperties printed, attributes, occupancy calls, launch configuration from the occupancy calculator
#include <algorithm>
#include <iostream>
#include <cuda_runtime.h>

__global__ void MyKernel(int *array, int arrayCount)
{
    int idx = threadIdx.x + blockIdx.x * blockDim.x;
    if (idx < arrayCount) array[idx] *= array[idx];
}

__global__ void hungry(float *out)
{
    __shared__ float big[8000];
    for (int i = threadIdx.x; i < 8000; i += blockDim.x) big[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) *out = big[7999];
}

int main()
{
    int count = 0, driver = 0, runtime = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count < 1) {
        std::cout << "FAIL: no device" << std::endl;
        return 1;
    }
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    std::cerr << "driver " << driver / 1000 << "." << driver % 100 / 10 << ", runtime " << runtime / 1000 << "\n";
    bool ok = runtime >= 11000;

    for (int dev = 0; dev < count; ++dev) {
        cudaDeviceProp prop;
        if (cudaGetDeviceProperties(&prop, dev) != cudaSuccess) return 1;
        std::cerr << "Device " << dev << ": \"" << prop.name << "\", compute capability " << prop.major << "." << prop.minor << "\n"
                  << "  " << prop.multiProcessorCount << " multiprocessors, " << (prop.totalGlobalMem >> 20) << " MB\n"
                  << "  shared memory per block " << prop.sharedMemPerBlock << ", per multiprocessor " << prop.sharedMemPerMultiprocessor
                  << ", opt-in " << prop.sharedMemPerBlockOptin << "\n"
                  << "  registers per block " << prop.regsPerBlock << ", L2 " << prop.l2CacheSize << ", warp " << prop.warpSize << "\n"
                  << "  threads per block " << prop.maxThreadsPerBlock << ", per multiprocessor " << prop.maxThreadsPerMultiProcessor << "\n"
                  << "  block " << prop.maxThreadsDim[0] << " x " << prop.maxThreadsDim[1] << " x " << prop.maxThreadsDim[2]
                  << ", grid " << prop.maxGridSize[0] << " x " << prop.maxGridSize[1] << " x " << prop.maxGridSize[2] << "\n";
        int sms = 0, warp = 0, optin = 0;
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev);
        cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, dev);
        cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, dev);
        ok = ok && sms == prop.multiProcessorCount && warp == prop.warpSize && warp == 32
             && (size_t)optin == prop.sharedMemPerBlockOptin && prop.maxThreadsPerBlock == 1024 && prop.maxGridSize[1] == 65535
             && prop.sharedMemPerBlock == 48 * 1024 && prop.name[0] != '\0';
    }

    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int minGrid = 0, blockSize = 0, active = 0, activeHungry = 0;
    cudaOccupancyMaxPotentialBlockSize(&minGrid, &blockSize, MyKernel, 0, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, MyKernel, blockSize, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&activeHungry, hungry, 64, 0);
    double occupancy = double(active) * blockSize / prop.maxThreadsPerMultiProcessor;
    std::cerr << "MyKernel: block " << blockSize << ", at least " << minGrid << " blocks, occupancy " << occupancy << "\n"
              << "hungry: " << activeHungry << " blocks per multiprocessor\n";
    ok = ok && blockSize > 0 && blockSize <= 1024 && blockSize % 32 == 0 && active >= 1 && occupancy > 0.2 && occupancy <= 1.0
         && minGrid >= prop.multiProcessorCount
         && activeHungry >= 1 && activeHungry <= (int)(prop.sharedMemPerMultiprocessor / 32000);

    cudaFuncAttributes attr;
    cudaFuncGetAttributes(&attr, hungry);
    ok = ok && attr.sharedSizeBytes == 32000 && attr.maxThreadsPerBlock >= 64;

    const int n = 10000;
    int *array, *host = new int[n];
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&array, n * sizeof(int));
    cudaMemcpy(array, host, n * sizeof(int), cudaMemcpyHostToDevice);
    MyKernel<<<(n + blockSize - 1) / blockSize, blockSize>>>(array, n);
    cudaMemcpy(host, array, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) ok = ok && host[i] == i * i;
    float *out, r = 0;
    cudaMalloc(&out, sizeof(float));
    hungry<<<1, 64>>>(out);
    cudaMemcpy(&r, out, sizeof(float), cudaMemcpyDeviceToHost);
    ok = ok && r == 7999;
    cudaFree(array);
    cudaFree(out);
    delete[] host;

    std::cout << (ok ? "PASS" : "FAIL") << std::endl;
    return !ok;
}
