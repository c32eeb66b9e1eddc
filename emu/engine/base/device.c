// SPDX-License-Identifier: MIT
//
// device.c: the GPU models that can be emulated: properties, limits and occupancy.
//
// Figures from NVIDIA's CUDA C++ Programming Guide (limits by compute capability) and from the data
// sheets of the boards. Programs read them to plan their work; they do not change the emulation's
// speed.
#include "device.h"
#include "thread.h"
#include "types.h"
#include "emu_api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIB 1024
#define CONSTANT_BYTES ((size_t)64 * 1024)
#define MIB (1024 * 1024)
#define GB 1000000000LL

// Key, name, compute capability (two numbers), SMs; for each SM: threads, blocks and shared memory;
// shared memory of a block; L2; bus width in bits; clock and memory clock in kHz; memory.
static const struct gpu_model models[] = {
    {"h200", "NVIDIA H200", 9, 0, 132, 2048, 32, 228 * KIB, 227 * KIB, 60 * MIB, 6144, 1980000,
     3201000, 141 * GB},
    {"h100", "NVIDIA H100 80GB HBM3", 9, 0, 132, 2048, 32, 228 * KIB, 227 * KIB, 50 * MIB, 5120,
     1980000, 2619000, 80 * GB},
    {"a100", "NVIDIA A100-SXM4-80GB", 8, 0, 108, 2048, 32, 164 * KIB, 163 * KIB, 40 * MIB, 5120,
     1410000, 1593000, 80 * GB},
    {"rtx4090", "NVIDIA GeForce RTX 4090", 8, 9, 128, 1536, 24, 100 * KIB, 99 * KIB, 72 * MIB, 384,
     2520000, 10501000, 24 * GB},
    {"rtx3060laptop", "NVIDIA GeForce RTX 3060 Laptop GPU", 8, 6, 30, 1536, 16, 100 * KIB, 99 * KIB,
     3 * MIB, 192, 1425000, 7001000, 6 * GB},
    {"t4", "Tesla T4", 7, 5, 40, 1024, 16, 64 * KIB, 64 * KIB, 4 * MIB, 256, 1590000, 5001000,
     16 * GB},
};
enum { MODELS = sizeof models / sizeof models[0] };

static const struct gpu_model *chosen;

int emu_set_gpu(const char *name)
{
    for (int i = 0; i < MODELS; i++)
        if (strcmp(name, models[i].key) == 0) {
            chosen = &models[i];
            return 0;
        }
    return -1;
}

const char *emu_gpu_names(void) { return "h200|h100|a100|rtx4090|rtx3060laptop|t4"; }

const struct gpu_model *gpu_model(void)
{
    if (!chosen) {
        const char *name = environment_value("EMU_GPU_NAME");
        if (name && emu_set_gpu(name) != 0)
            fatal("EMU_GPU_NAME=%s: no such GPU; known: %s", name, emu_gpu_names());
        if (!chosen)
            chosen = &models[0];
    }
    return chosen;
}

int gpu_blocks_per_sm(int threads, size_t shared)
{
    const struct gpu_model *gpu = gpu_model();
    int warps = (threads + WARP - 1) / WARP;
    if (threads < 1 || threads > MAX_THREADS || shared > (size_t)gpu->shared_per_block_optin)
        return 0;
    int blocks = gpu->threads_per_sm / WARP / warps;
    if (blocks > gpu->blocks_per_sm)
        blocks = gpu->blocks_per_sm;
    // From compute capability 8.0 on, the system reserves 1 KiB of shared memory for each block.
    size_t reserved = gpu->major >= 8 ? KIB : 0;
    size_t each = (shared + reserved + 127) / 128 * 128;
    if (each > 0 && (size_t)blocks > (size_t)gpu->shared_per_sm / each)
        blocks = (int)((size_t)gpu->shared_per_sm / each);
    return blocks;
}

// ---- CUDA functions -----------------------------------------------------------------------------

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
    if (!prop)
        return set_error(cudaErrorInvalidValue);
    int count;
    if (cudaGetDeviceCount(&count) != cudaSuccess || device < 0 || device >= count)
        return set_error(cudaErrorInvalidDevice);
    const struct gpu_model *gpu = gpu_model();
    *prop = (struct cudaDeviceProp){
        .totalGlobalMem = (size_t)gpu->memory_bytes,
        .sharedMemPerBlock = STATIC_LIMIT,
        .regsPerBlock = 65536,
        .warpSize = WARP,
        .memPitch = 2147483647,
        .maxThreadsPerBlock = MAX_THREADS,
        .maxThreadsDim = {1024, 1024, 64},
        .maxGridSize = {2147483647, 65535, 65535},
        .totalConstMem = CONSTANT_BYTES,
        .major = gpu->major,
        .minor = gpu->minor,
        .textureAlignment = 512,
        .texturePitchAlignment = 32,
        .multiProcessorCount = gpu->sms,
        .canMapHostMemory = 1,
        .concurrentKernels = 1,
        .asyncEngineCount = 3,
        .unifiedAddressing = 1,
        .memoryBusWidth = gpu->bus_bits,
        .l2CacheSize = gpu->l2_bytes,
        // The share is that of the A100 and the H100; other GPUs of a generation get the same.
        .persistingL2CacheMaxSize = gpu->major >= 9   ? gpu->l2_bytes / 8 * 5
                                    : gpu->major >= 8 ? gpu->l2_bytes / 4 * 3
                                                      : 0,
        .accessPolicyMaxWindowSize = gpu->major >= 8 ? 134213632 : 0,
        .maxThreadsPerMultiProcessor = gpu->threads_per_sm,
        .streamPrioritiesSupported = 1,
        .globalL1CacheSupported = 1,
        .localL1CacheSupported = 1,
        .sharedMemPerMultiprocessor = (size_t)gpu->shared_per_sm,
        .regsPerMultiprocessor = 65536,
        .managedMemory = 1,
        .concurrentManagedAccess = 1,
        .computePreemptionSupported = 1,
        .cooperativeLaunch = 1,
        .clusterLaunch = gpu->major >= 9,
        .sharedMemPerBlockOptin = (size_t)gpu->shared_per_block_optin,
        .maxBlocksPerMultiProcessor = gpu->blocks_per_sm,
        .reservedSharedMemPerBlock = gpu->major >= 8 ? KIB : 0,
        .clockRate = gpu->clock_khz,
        .memoryClockRate = gpu->memory_clock_khz,
        .deviceOverlap = 1,
        .singleToDoublePrecisionPerfRatio =
            gpu->major * 10 + gpu->minor == 80 || gpu->major == 9 ? 2 : 64,
        .surfaceAlignment = 512,
        .maxTexture1D = 131072,
        .maxTexture1DLinear = 268435456,
        .maxTexture1DLayered = {32768, 2048},
        .maxTexture2D = {131072, 65536},
        .maxTexture2DLinear = {131072, 65000, 2097120},
        .maxTexture2DLayered = {32768, 32768, 2048},
        .maxTexture3D = {16384, 16384, 16384},
        .maxTexture2DGather = {32768, 32768},
        .maxTextureCubemap = 32768,
        .maxTextureCubemapLayered = {32768, 2046},
        .maxSurface1D = 32768,
        .maxSurface1DLayered = {32768, 2048},
        .maxSurface2D = {131072, 65536},
        .maxSurface2DLayered = {32768, 32768, 2048},
        .maxSurface3D = {16384, 16384, 16384},
        .maxSurfaceCubemap = 32768,
        .maxSurfaceCubemapLayered = {32768, 2046},
        .hostRegisterSupported = 1,
        .pciBusID = device,
        .memoryPoolsSupported = 1};
    snprintf(prop->name, sizeof prop->name, "Emulated %s", gpu->name);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    struct cudaDeviceProp p;
    if (!value)
        return set_error(cudaErrorInvalidValue);
    cudaError_t error = cudaGetDeviceProperties(&p, device);
    if (error != cudaSuccess)
        return error;
    switch (attribute) {
#define EMU_ATTRIBUTE(name, driver, number, member) \
    case cudaDevAttr##name: *value = (int)p.member; break;
        EMU_ATTRIBUTES(EMU_ATTRIBUTE)
#undef EMU_ATTRIBUTE
    default: return set_error(cudaErrorInvalidValue);
    }
    return cudaSuccess;
}
