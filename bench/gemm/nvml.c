// SPDX-License-Identifier: MIT
//
// nvml.c: clock and power of the GPU, from the library that comes with NVIDIA's driver. It is
// found at run time, so that nothing must be installed. Reading disturbs nothing that runs.
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../common/device/cuda_check.h"
#include "gemm.h"

// The few declarations we need of nvml.h. nvmlReturn_t and nvmlClockType_t are enums; 0 is
// NVML_SUCCESS, clock 1 is NVML_CLOCK_SM. Power is in milliwatts: nvmlDeviceGetPowerUsage gives its
// mean over a second on many GPUs, the field NVML_FI_DEV_POWER_INSTANT what flows now.
typedef int plain_fn(void);
typedef int by_bus_fn(const char *pci_bus_id, void **device);
typedef int clock_fn(void *device, int type, unsigned *mhz);
typedef int power_fn(void *device, unsigned *milliwatt);

struct field { // nvmlFieldValue_t
    unsigned id, scope;
    long long timestamp, latency_us;
    int value_type, status;
    union {
        double d;
        unsigned u;
        unsigned long long ull;
    } value;
};
typedef int fields_fn(void *device, int count, struct field *fields);

enum { CLOCK_SM = 1, POWER_INSTANT = 186, TYPE_UNSIGNED = 1 };

static void *library, *device;
static plain_fn *stop;
static clock_fn *clock_info;
static power_fn *power_usage;
static fields_fn *field_values; // NULL in old drivers

// ISO C has no conversion from a data pointer to a function pointer; POSIX promises that the bytes
// mean the same, so they are copied.
static bool find(const char *name, void *function, size_t size)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

bool nvml_start(void)
{
    plain_fn *init;
    by_bus_fn *by_bus;
    char bus[32];
    int current;
    struct cudaDeviceProp properties;
    library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!library)
        return false;
    CUDA_CHECK(cudaGetDevice(&current));
    CUDA_CHECK(cudaGetDeviceProperties(&properties, current));
    snprintf(bus, sizeof bus, "%08x:%02x:%02x.0", (unsigned)properties.pciDomainID,
             (unsigned)properties.pciBusID, (unsigned)properties.pciDeviceID);
    if (!find("nvmlInit_v2", &init, sizeof init) || !find("nvmlShutdown", &stop, sizeof stop) ||
        !find("nvmlDeviceGetHandleByPciBusId_v2", &by_bus, sizeof by_bus) ||
        !find("nvmlDeviceGetClockInfo", &clock_info, sizeof clock_info) ||
        !find("nvmlDeviceGetPowerUsage", &power_usage, sizeof power_usage) || init() != 0)
        return false;
    if (!find("nvmlDeviceGetFieldValues", &field_values, sizeof field_values))
        field_values = NULL;
    if (by_bus(bus, &device) != 0)
        device = NULL;
    return device != NULL;
}

void nvml_stop(void)
{
    if (device)
        stop();
    device = NULL;
}

double nvml_clock_mhz(void)
{
    unsigned mhz;
    return device && clock_info(device, CLOCK_SM, &mhz) == 0 ? mhz : (double)NAN;
}

double nvml_power_watt(void)
{
    unsigned milliwatt;
    struct field field = {.id = POWER_INSTANT};
    if (device && field_values && field_values(device, 1, &field) == 0 && field.status == 0 &&
        field.value_type == TYPE_UNSIGNED)
        return 1e-3 * field.value.u;
    return device && power_usage(device, &milliwatt) == 0 ? 1e-3 * milliwatt : (double)NAN;
}
