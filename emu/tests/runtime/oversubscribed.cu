// SPDX-License-Identifier: MIT
//
// oversubscribed.cu: managed and pinned memory may be larger than the GPU's; memory of the GPU may
// not.
#include <stdlib.h>

#include "../headers/check.h"

__global__ void touch(char *x, size_t n)
{
    x[0] = 1;
    x[n - 1] = 2;
}

// Bytes that this PC has left, or 0.
static size_t available()
{
    char line[200];
    size_t kib = 0;
    FILE *info = fopen("/proc/meminfo", "r");
    while (info && kib == 0 && fgets(line, sizeof line, info))
        sscanf(line, "MemAvailable: %zu", &kib);
    if (info)
        fclose(info);
    return kib * 1024;
}

int main()
{
    const size_t more = 7000000000, gpu = 6000000000, some = 1 << 20;
    char *managed, *pinned, *device;
    size_t before, after, total;
    if (getenv("EMU_CHECK") || getenv("EMU_GPU_NAME")) {
        printf("skipped: EMU_CHECK or EMU_GPU_NAME is set, and this program must set both\n");
        return 0;
    }
    if (available() < more + more / 5) {
        printf("skipped: this PC does not have 8.4 GB of free memory\n");
        return 0;
    }
    setenv("EMU_GPU_NAME", "rtx3060laptop", 1);
    setenv("EMU_CHECK", "off", 1);
    HOST_CHECK(cudaMemGetInfo(&before, &total) == cudaSuccess && total == gpu);
    HOST_CHECK(cudaMallocHost(&pinned, some) == cudaSuccess);
    HOST_CHECK(cudaMemGetInfo(&after, &total) == cudaSuccess && after == before);
    HOST_CHECK(cudaMallocManaged(&managed, more) == cudaSuccess);
    touch<<<1, 1>>>(managed, more);
    HOST_CHECK(cudaDeviceSynchronize() == cudaSuccess && managed[0] + managed[more - 1] == 3);
    HOST_CHECK(cudaMalloc(&device, more) == cudaErrorMemoryAllocation);
    cudaFree(managed);
    cudaFreeHost(pinned);
    cudaGetLastError();
    return check_result();
}
