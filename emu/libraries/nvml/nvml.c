// SPDX-License-Identifier: MIT
//
// nvml.c: NVML's description of the emulated GPUs. A call before nvmlInit fails, as NVIDIA's does.
#include "nvml.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "../../engine/base/device.h"
#include "../../engine/memory/arena.h"
#include "cuda_runtime_api.h"

// What nothing here can measure. The values are those of an idle GPU.
enum {
    TEMPERATURE = 40, // degrees Celsius
    SLOWDOWN_TEMPERATURE = 90,
    POWER = 100 * 1000, // milliwatts
    POWER_LIMIT = 700 * 1000,
};

struct nvmlDevice_st {
    char unused; // a device is its place in this array
};
static struct nvmlDevice_st devices[MAX_GPUS];
static atomic_int users; // calls of nvmlInit without nvmlShutdown

nvmlReturn_t nvmlInit(void)
{
    users++;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlShutdown(void)
{
    int before = users;
    while (before > 0)
        if (atomic_compare_exchange_weak(&users, &before, before - 1))
            return NVML_SUCCESS;
    return NVML_ERROR_UNINITIALIZED;
}

const char *nvmlErrorString(nvmlReturn_t status)
{
    switch (status) {
#define EMU_STATUS(name, number, text) \
    case name: return text;
        EMU_NVML_STATUSES(EMU_STATUS)
#undef EMU_STATUS
    }
    return "Unknown Error";
}

// ---- Answers ------------------------------------------------------------------------------------

static nvmlReturn_t check_answer(const void *answer)
{
    return users == 0 ? NVML_ERROR_UNINITIALIZED
           : answer   ? NVML_SUCCESS
                      : NVML_ERROR_INVALID_ARGUMENT;
}

// Returns NVML_SUCCESS if the device exists and the answer has a place.
static nvmlReturn_t check_device(nvmlDevice_t device, const void *answer)
{
    const nvmlReturn_t status = check_answer(answer);
    if (status != NVML_SUCCESS)
        return status;
    for (int i = 0; i < gpu_count(); i++)
        if (device == &devices[i])
            return NVML_SUCCESS;
    return NVML_ERROR_INVALID_ARGUMENT;
}

static int index_of(nvmlDevice_t device) { return (int)(device - devices); }

static nvmlReturn_t answer_number(nvmlDevice_t device, unsigned number, unsigned *answer)
{
    const nvmlReturn_t status = check_device(device, answer);
    if (status == NVML_SUCCESS)
        *answer = number;
    return status;
}

static nvmlReturn_t answer_text(const char *from, char *text, unsigned length)
{
    const nvmlReturn_t status = check_answer(text);
    if (status != NVML_SUCCESS)
        return status;
    const size_t bytes = strlen(from) + 1;
    if (bytes > length)
        return NVML_ERROR_INSUFFICIENT_SIZE;
    memcpy(text, from, bytes);
    return NVML_SUCCESS;
}

// A list of one number: *count is the length of the caller's array, then that of the list.
static nvmlReturn_t answer_list(nvmlDevice_t device, unsigned number, unsigned *count,
                                unsigned *answer)
{
    const nvmlReturn_t status = check_device(device, count);
    if (status != NVML_SUCCESS)
        return status;
    const unsigned room = *count;
    *count = 1;
    if (room == 0)
        return NVML_ERROR_INSUFFICIENT_SIZE;
    return answer_number(device, number, answer);
}

// ---- The system and its devices -----------------------------------------------------------------

nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version)
{
    const nvmlReturn_t status = check_answer(version);
    if (status == NVML_SUCCESS)
        cudaDriverGetVersion(version);
    return status;
}

nvmlReturn_t nvmlSystemGetDriverVersion(char *text, unsigned length)
{
    return answer_text("emulated", text, length);
}

nvmlReturn_t nvmlSystemGetNVMLVersion(char *text, unsigned length)
{
    return answer_text("emulated", text, length);
}

nvmlReturn_t nvmlDeviceGetCount(unsigned *count)
{
    const nvmlReturn_t status = check_answer(count);
    if (status == NVML_SUCCESS)
        *count = (unsigned)gpu_count();
    return status;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t *device)
{
    const nvmlReturn_t status = check_answer(device);
    if (status != NVML_SUCCESS)
        return status;
    if (index >= (unsigned)gpu_count())
        return NVML_ERROR_INVALID_ARGUMENT;
    *device = &devices[index];
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned *index)
{
    const nvmlReturn_t status = check_device(device, index);
    if (status == NVML_SUCCESS)
        *index = (unsigned)index_of(device);
    return status;
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned length)
{
    struct cudaDeviceProp gpu;
    const nvmlReturn_t status = check_device(device, name);
    if (status != NVML_SUCCESS)
        return status;
    cudaGetDeviceProperties(&gpu, index_of(device));
    return answer_text(gpu.name, name, length);
}

nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_t *pci)
{
    struct cudaDeviceProp gpu;
    const nvmlReturn_t status = check_device(device, pci);
    if (status != NVML_SUCCESS)
        return status;
    cudaGetDeviceProperties(&gpu, index_of(device));
    *pci = (nvmlPciInfo_t){.domain = (unsigned)gpu.pciDomainID,
                           .bus = (unsigned)gpu.pciBusID,
                           .device = (unsigned)gpu.pciDeviceID};
    snprintf(pci->busIdLegacy, sizeof pci->busIdLegacy, "%04X:%02X:%02X.0", pci->domain & 0xffff,
             pci->bus & 0xff, pci->device & 0xff);
    snprintf(pci->busId, sizeof pci->busId, "%08X:%02X:%02X.0", pci->domain, pci->bus, pci->device);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor)
{
    const nvmlReturn_t status = check_device(device, major);
    if (status != NVML_SUCCESS || !major || !minor)
        return status != NVML_SUCCESS ? status : NVML_ERROR_INVALID_ARGUMENT;
    *major = gpu_model()->major;
    *minor = gpu_model()->minor;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory)
{
    const size_t total = (size_t)gpu_model()->memory_bytes, used = arena_device_bytes();
    const nvmlReturn_t status = check_device(device, memory);
    if (status == NVML_SUCCESS)
        *memory = (nvmlMemory_t){.total = total, .free = total - used, .used = used};
    return status;
}

// ---- Constants ----------------------------------------------------------------------------------

nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t sensor,
                                      unsigned *celsius)
{
    const nvmlReturn_t status = check_device(device, celsius);
    if (status == NVML_SUCCESS && sensor != NVML_TEMPERATURE_GPU)
        return NVML_ERROR_INVALID_ARGUMENT;
    return answer_number(device, TEMPERATURE, celsius);
}

nvmlReturn_t nvmlDeviceGetTemperatureThreshold(nvmlDevice_t device,
                                               nvmlTemperatureThresholds_t threshold,
                                               unsigned *celsius)
{
    const nvmlReturn_t status = check_device(device, celsius);
    if (status == NVML_SUCCESS && threshold != NVML_TEMPERATURE_THRESHOLD_SLOWDOWN)
        return NVML_ERROR_NOT_SUPPORTED;
    return answer_number(device, SLOWDOWN_TEMPERATURE, celsius);
}

nvmlReturn_t nvmlDeviceGetFanSpeed(nvmlDevice_t device, unsigned *percent)
{
    return answer_number(device, 0, percent);
}

nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned *milliwatts)
{
    return answer_number(device, POWER, milliwatts);
}

nvmlReturn_t nvmlDeviceGetPowerManagementLimit(nvmlDevice_t device, unsigned *milliwatts)
{
    return answer_number(device, POWER_LIMIT, milliwatts);
}

nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t device, unsigned *milliwatts)
{
    return answer_number(device, POWER_LIMIT, milliwatts);
}

nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *rates)
{
    const nvmlReturn_t status = check_device(device, rates);
    if (status == NVML_SUCCESS)
        *rates = (nvmlUtilization_t){0, 0};
    return status;
}

// One sample. If samples is NULL, only the count is returned.
nvmlReturn_t nvmlDeviceGetSamples(nvmlDevice_t device, nvmlSamplingType_t type,
                                  unsigned long long last, nvmlValueType_t *value, unsigned *count,
                                  nvmlSample_t *samples)
{
    const nvmlReturn_t status = check_device(device, count);
    if (status != NVML_SUCCESS || !count || !value)
        return status != NVML_SUCCESS ? status : NVML_ERROR_INVALID_ARGUMENT;
    const unsigned room = *count;
    *value = NVML_VALUE_TYPE_UNSIGNED_INT;
    *count = 1;
    if (!samples)
        return NVML_SUCCESS;
    if (room == 0)
        return NVML_ERROR_INSUFFICIENT_SIZE;
    samples[0] = (nvmlSample_t){.timeStamp = last + 1};
    samples[0].sampleValue.uiVal = type == NVML_TOTAL_POWER_SAMPLES ? POWER : 0;
    return NVML_SUCCESS;
}

// ---- Clocks: always the highest -----------------------------------------------------------------

static unsigned clock_of(nvmlClockType_t type)
{
    const struct gpu_model *gpu = gpu_model();
    return (unsigned)(type == NVML_CLOCK_MEM ? gpu->memory_clock_khz : gpu->clock_khz) / 1000;
}

#define CLOCK(Name) \
    nvmlReturn_t nvmlDeviceGet##Name(nvmlDevice_t device, nvmlClockType_t type, unsigned *mhz) \
    { \
        const nvmlReturn_t status = check_device(device, mhz); \
        if (status == NVML_SUCCESS && (unsigned)type >= NVML_CLOCK_COUNT) \
            return NVML_ERROR_INVALID_ARGUMENT; \
        return answer_number(device, clock_of(type), mhz); \
    }
CLOCK(ClockInfo)
CLOCK(MaxClockInfo)
CLOCK(ApplicationsClock)

nvmlReturn_t nvmlDeviceGetSupportedMemoryClocks(nvmlDevice_t device, unsigned *count, unsigned *mhz)
{
    return answer_list(device, clock_of(NVML_CLOCK_MEM), count, mhz);
}

nvmlReturn_t nvmlDeviceGetSupportedGraphicsClocks(nvmlDevice_t device, unsigned memory_mhz,
                                                  unsigned *count, unsigned *mhz)
{
    const nvmlReturn_t status = check_device(device, count);
    if (status == NVML_SUCCESS && memory_mhz != clock_of(NVML_CLOCK_MEM))
        return NVML_ERROR_NOT_FOUND;
    return answer_list(device, clock_of(NVML_CLOCK_SM), count, mhz);
}

nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t device,
                                                       unsigned long long *reasons)
{
    const nvmlReturn_t status = check_device(device, reasons);
    if (status == NVML_SUCCESS)
        *reasons = nvmlClocksThrottleReasonNone;
    return status;
}

nvmlReturn_t nvmlDeviceGetAPIRestriction(nvmlDevice_t device, nvmlRestrictedAPI_t api,
                                         nvmlEnableState_t *restricted)
{
    (void)api;
    const nvmlReturn_t status = check_device(device, restricted);
    if (status == NVML_SUCCESS)
        *restricted = NVML_FEATURE_ENABLED;
    return status;
}

nvmlReturn_t nvmlDeviceSetApplicationsClocks(nvmlDevice_t device, unsigned memory_mhz,
                                             unsigned sm_mhz)
{
    (void)memory_mhz;
    (void)sm_mhz;
    const nvmlReturn_t status = check_device(device, device);
    return status == NVML_SUCCESS ? NVML_ERROR_NO_PERMISSION : status;
}

nvmlReturn_t nvmlDeviceResetApplicationsClocks(nvmlDevice_t device)
{
    const nvmlReturn_t status = check_device(device, device);
    return status == NVML_SUCCESS ? NVML_ERROR_NO_PERMISSION : status;
}
