// SPDX-License-Identifier: MIT
//
// driver_module.c: the driver API: modules, their kernels, launches.
//
// A module is a shared library made by NVRTC or emucc -cubin. It is loaded from its file, from a
// copy in memory, or through the line of text that nvrtcGetPTX() returns.
#include "../count/count.h"
#include "../host/host.h"
#include "../program/program.h"
#include "../report/report.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/host/driver.h"

#define RESULT(call) ((CUresult)(call))

static CUresult load_file(CUmodule *module, const char *path, const char *call, const char *pc)
{
    char why[600];
    const struct module *loaded = module_load(path, why, sizeof why);
    if (!loaded) {
        call_refused(pc, call, why);
        return CUDA_ERROR_INVALID_IMAGE;
    }
    *module = (CUmodule)(uintptr_t)loaded;
    return CUDA_SUCCESS;
}

static CUresult no_module(const char *call, const char *pc)
{
    call_refused(pc, call,
                 "this module holds machine code of a GPU, or PTX; compile its kernels by emucc "
                 "-cubin, by NVRTC, or into the program");
    return CUDA_ERROR_NOT_SUPPORTED;
}

static bool is_library(const void *image) { return memcmp(image, ELFMAG, SELFMAG) == 0; }

// The linker puts the section table last.
static CUresult load_copy(CUmodule *module, const void *image, const char *call, const char *pc)
{
    const Elf64_Ehdr *header = image;
    const size_t size = header->e_shoff + (size_t)header->e_shnum * header->e_shentsize;
    char path[64];
    if (header->e_machine != EM_X86_64)
        return no_module(call, pc);
    const int file = memfd_create("module", MFD_CLOEXEC); // open until the program ends
    if (file < 0 || write(file, image, size) != (ssize_t)size) {
        if (file >= 0)
            close(file);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), file);
    return load_file(module, path, call, pc);
}

static CUresult load(CUmodule *module, const void *image, const char *call, const char *pc)
{
    char path[200];
    if (!module || !image)
        return CUDA_ERROR_INVALID_VALUE;
    if (is_library(image))
        return load_copy(module, image, call, pc);
    if (sscanf(image, EMU_MODULE_MARK "%199s", path) != 1)
        return no_module(call, pc);
    return load_file(module, path, call, pc);
}

CUresult cuModuleLoad(CUmodule *module, const char *name)
{
    _Alignas(8) char image[300] = "";
    FILE *file = name ? fopen(name, "re") : NULL;
    if (!file)
        return CUDA_ERROR_FILE_NOT_FOUND;
    const size_t size = fread(image, 1, sizeof image - 1, file);
    fclose(file);
    if (!module)
        return CUDA_ERROR_INVALID_VALUE;
    if (!is_library(image))
        return load(module, image, "cuModuleLoad", CALLER());
    const Elf64_Ehdr *header = (const void *)image;
    char *whole =
        size > sizeof *header && header->e_machine == EM_X86_64 ? realpath(name, NULL) : NULL;
    const CUresult result = whole ? load_file(module, whole, "cuModuleLoad", CALLER())
                                  : no_module("cuModuleLoad", CALLER());
    free(whole);
    return result;
}
CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    return load(module, image, "cuModuleLoadData", CALLER());
}
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                            CUjit_option *options, void **values)
{
    (void)count;
    (void)options;
    (void)values;
    return load(module, image, "cuModuleLoadDataEx", CALLER());
}

// Its code stays loaded, because a diagnosis may name one of its lines.
CUresult cuModuleUnload(CUmodule module)
{
    return module ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    if (!function || !name)
        return CUDA_ERROR_INVALID_VALUE;
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    void *found = module_symbol((const struct module *)module, name, NULL);
    if (!emu_kernel_type_of(found))
        return CUDA_ERROR_NOT_FOUND;
    *function = found;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr *p, size_t *bytes, CUmodule module, const char *name)
{
    size_t size;
    void *found = module && name ? module_symbol((const struct module *)module, name, &size) : NULL;
    if (!module || !name)
        return module ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    if (!found || emu_symbol_address(&found, found, size) != cudaSuccess)
        return CUDA_ERROR_NOT_FOUND;
    if (p)
        *p = (CUdeviceptr)found;
    if (bytes)
        *bytes = size;
    return CUDA_SUCCESS;
}

CUresult cuLinkCreate(unsigned count, CUjit_option *options, void **values, CUlinkState *state)
{
    (void)count;
    (void)options;
    (void)values;
    (void)state;
    call_refused(CALLER(), "cuLinkCreate",
                 "PTX and machine code of a GPU cannot be linked on the emulated GPU; compile the "
                 "kernels into the program, or by NVRTC");
    return CUDA_ERROR_NOT_SUPPORTED;
}
static CUresult no_linker(CUlinkState state)
{
    return state ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size,
                       const char *name, unsigned count, CUjit_option *options, void **values)
{
    (void)type, (void)data, (void)size, (void)name, (void)count, (void)options, (void)values;
    return no_linker(state);
}
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned count,
                       CUjit_option *options, void **values)
{
    (void)type, (void)path, (void)count, (void)options, (void)values;
    return no_linker(state);
}
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *size)
{
    (void)image, (void)size;
    return no_linker(state);
}
CUresult cuLinkDestroy(CUlinkState state) { return no_linker(state); }

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                     size_t shared)
{
    return RESULT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared));
}

// Like the runtime's function: the largest block with the best occupancy, and how many of them fill
// the GPU.
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
                                          CUoccupancyB2DSize shared_of, size_t shared, int limit)
{
    int best = 0;
    if (!grid || !block || !function)
        return CUDA_ERROR_INVALID_VALUE;
    for (int threads = limit > 0 && limit < MAX_THREADS ? limit & -WARP : MAX_THREADS; threads > 0;
         threads -= WARP) {
        int blocks;
        const CUresult result = cuOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, function, threads, shared_of ? shared_of(threads) : shared);
        if (result != CUDA_SUCCESS)
            return result;
        if (blocks * threads > best) {
            best = blocks * threads;
            *block = threads;
            *grid = blocks * gpu_model()->sms;
        }
    }
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    return RESULT(cudaFuncSetAttribute(function, (enum cudaFuncAttribute)attribute, value));
}
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    struct cudaFuncAttributes all;
    const CUresult result = RESULT(cudaFuncGetAttributes(&all, function));
    if (result != CUDA_SUCCESS || !value)
        return result ? result : CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = all.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)all.sharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = all.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = all.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = all.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = all.maxDynamicSharedSizeBytes;
        break;
    default: *value = 0;
    }
    return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void **args, void **extra)
{
    const struct emu_kernel_type *type = emu_kernel_type_of(function);
    const struct emu_config config = {
        {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream};
    if (!type)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!args && extra) {
        call_refused(CALLER(), "cuLaunchKernel",
                     "arguments by `extra` are not there: use kernelParams");
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    launch_caller = CALLER(); // the launcher is part of the engine
    type->launch(function, &config, args);
    return RESULT(cudaGetLastError());
}
