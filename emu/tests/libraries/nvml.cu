// SPDX-License-Identifier: MIT
//
// nvml.cu: NVML describes the same GPUs as the runtime does.
#include <nvml.h>
#include <stdlib.h>
#include <string.h>

#include "../headers/check.h"

#define OK(call) HOST_CHECK((call) == NVML_SUCCESS)

static void same_gpu(nvmlDevice_t device, int number)
{
    cudaDeviceProp gpu;
    char name[NVML_DEVICE_NAME_BUFFER_SIZE];
    nvmlPciInfo_t pci;
    nvmlMemory_t before, after;
    int major = 0, minor = 0, clock_khz = 0, memory_khz = 0;
    unsigned index = 9, mhz = 0;
    void *p;
    cudaSetDevice(number);
    cudaGetDeviceProperties(&gpu, number);
    cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, number);
    cudaDeviceGetAttribute(&memory_khz, cudaDevAttrMemoryClockRate, number);
    OK(nvmlDeviceGetIndex(device, &index));
    HOST_CHECK(index == (unsigned)number);
    OK(nvmlDeviceGetName(device, name, sizeof name));
    HOST_CHECK(strcmp(name, gpu.name) == 0);
    HOST_CHECK(nvmlDeviceGetName(device, name, 4) == NVML_ERROR_INSUFFICIENT_SIZE);
    OK(nvmlDeviceGetPciInfo(device, &pci));
    HOST_CHECK(pci.bus == (unsigned)gpu.pciBusID && strlen(pci.busId) == 16);
    OK(nvmlDeviceGetCudaComputeCapability(device, &major, &minor));
    HOST_CHECK(major == gpu.major && minor == gpu.minor);
    OK(nvmlDeviceGetMemoryInfo(device, &before));
    cudaMalloc(&p, 1 << 20);
    OK(nvmlDeviceGetMemoryInfo(device, &after));
    cudaFree(p);
    HOST_CHECK(before.total == gpu.totalGlobalMem && before.used + before.free == before.total);
    HOST_CHECK(after.used - before.used == 1 << 20);
    OK(nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_SM, &mhz));
    HOST_CHECK(mhz == (unsigned)clock_khz / 1000);
    OK(nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_MEM, &mhz));
    HOST_CHECK(mhz == (unsigned)memory_khz / 1000);
}

static void constants(nvmlDevice_t device)
{
    unsigned celsius = 0, milliwatts = 0, limit = 0, count = 0, clocks[2] = {}, sm = 0;
    unsigned long long reasons = 1;
    nvmlUtilization_t rates = {1, 1};
    nvmlEnableState_t restricted = NVML_FEATURE_DISABLED;
    nvmlValueType_t type;
    OK(nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &celsius));
    OK(nvmlDeviceGetPowerUsage(device, &milliwatts));
    OK(nvmlDeviceGetPowerManagementLimit(device, &limit));
    OK(nvmlDeviceGetUtilizationRates(device, &rates));
    OK(nvmlDeviceGetCurrentClocksThrottleReasons(device, &reasons));
    HOST_CHECK(celsius == 40 && milliwatts < limit && rates.gpu == 0 && reasons == 0);
    OK(nvmlDeviceGetSamples(device, NVML_GPU_UTILIZATION_SAMPLES, 0, &type, &count, NULL));
    HOST_CHECK(count == 1 && type == NVML_VALUE_TYPE_UNSIGNED_INT);
    count = 0;
    HOST_CHECK(nvmlDeviceGetSupportedMemoryClocks(device, &count, clocks) ==
               NVML_ERROR_INSUFFICIENT_SIZE);
    OK(nvmlDeviceGetSupportedMemoryClocks(device, &count, clocks));
    OK(nvmlDeviceGetSupportedGraphicsClocks(device, clocks[0], &count, &clocks[1]));
    OK(nvmlDeviceGetClockInfo(device, NVML_CLOCK_SM, &sm));
    HOST_CHECK(clocks[1] == sm);
    OK(nvmlDeviceGetAPIRestriction(device, NVML_RESTRICTED_API_SET_APPLICATION_CLOCKS,
                                   &restricted));
    HOST_CHECK(restricted == NVML_FEATURE_ENABLED);
    HOST_CHECK(nvmlDeviceSetApplicationsClocks(device, clocks[0], sm) == NVML_ERROR_NO_PERMISSION);
}

// Before nvmlInit() no other argument is looked at.
static void uninitialized()
{
    unsigned answer = 0;
    HOST_CHECK(nvmlDeviceGetCount(&answer) == NVML_ERROR_UNINITIALIZED);
    HOST_CHECK(nvmlDeviceGetTemperature(NULL, (nvmlTemperatureSensors_t)9, &answer) ==
               NVML_ERROR_UNINITIALIZED);
    HOST_CHECK(nvmlDeviceGetTemperatureThreshold(NULL, (nvmlTemperatureThresholds_t)9, &answer) ==
               NVML_ERROR_UNINITIALIZED);
    HOST_CHECK(nvmlDeviceGetClockInfo(NULL, NVML_CLOCK_COUNT, &answer) == NVML_ERROR_UNINITIALIZED);
    HOST_CHECK(nvmlDeviceGetSupportedGraphicsClocks(NULL, 0, &answer, &answer) ==
               NVML_ERROR_UNINITIALIZED);
    HOST_CHECK(nvmlShutdown() == NVML_ERROR_UNINITIALIZED);
}

int main()
{
    unsigned count = 0, index;
    nvmlDevice_t device;
    int gpus;
    setenv("EMU_GPUS", "2", 1); // on a GPU without effect
    uninitialized();
    OK(nvmlInit());
    OK(nvmlDeviceGetCount(&count));
    cudaGetDeviceCount(&gpus);
    HOST_CHECK(count == (unsigned)gpus);
    HOST_CHECK(nvmlDeviceGetHandleByIndex(count, &device) == NVML_ERROR_INVALID_ARGUMENT);
    HOST_CHECK(nvmlDeviceGetIndex(NULL, &index) == NVML_ERROR_INVALID_ARGUMENT);
    for (int i = 0; i < gpus; i++) {
        OK(nvmlDeviceGetHandleByIndex(i, &device));
        same_gpu(device, i);
        constants(device);
    }
    HOST_CHECK(strcmp(nvmlErrorString(NVML_ERROR_NOT_SUPPORTED), "Not Supported") == 0);
    OK(nvmlShutdown());
    HOST_CHECK(nvmlShutdown() == NVML_ERROR_UNINITIALIZED);
    return check_result();
}
