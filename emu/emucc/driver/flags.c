// SPDX-License-Identifier: MIT
#include "flags.h"

#include <stddef.h>
#include <string.h>

// These come first, so that a makefile's -I/usr/local/cuda/include does not select NVIDIA's
// headers. The build has written `other` (other_headers.txt); its `after` has replacements for
// libraries that are not installed.
void add_headers(struct list *command, const struct toolchain *toolchain)
{
    list_add_format(command, "-I%s", toolchain->headers);
    list_add_format(command, "-I%s/libraries", toolchain->headers);
    list_add_format(command, "-I%s/first", toolchain->other_headers);
    list_add_format(command, "-idirafter%s/after", toolchain->other_headers);
}

// The rewritten launches need C++14; nvcc's default is C++17.
static void add_cuda_standard(struct list *command, const char *standard)
{
    static const char *const old[] = {"c++98",   "c++03",   "c++0x",   "c++11",
                                      "gnu++98", "gnu++03", "gnu++0x", "gnu++11"};
    for (size_t i = 0; standard && i < sizeof old / sizeof *old; i++)
        if (strcmp(standard, old[i]) == 0)
            standard = "c++14";
    list_add_format(command, "-std=%s", standard ? standard : "gnu++17");
}

// -O3 would unroll, split and reorder loops further. The engine's counts for a line would then no
// longer match the line, and kernels gain little from it.
static void add_cuda_optimization(struct list *command, const char *optimization)
{
    if (!optimization || strcmp(optimization, "-O3") == 0 || strcmp(optimization, "-Ofast") == 0)
        optimization = "-O2";
    list_add(command, optimization);
}

bool has_host_flag(const struct options *options, const char *flag)
{
    for (size_t i = 0; i < options->host.count; i++)
        if (strcmp(options->host.items[i], flag) == 0)
            return true;
    return false;
}

// The macros of emu/device/callouts.h use the assembler's syntax and work within one object file.
static bool wants_plain_calls(const struct options *options)
{
    if (options->module) // a module calls the engine through a table
        return true;
    for (size_t i = 0; i < options->host.count; i++)
        if (strncmp(options->host.items[i], "-flto", strlen("-flto")) == 0)
            return true;
    return has_host_flag(options, "-masm=intel");
}

void add_cuda_flags(struct list *command, const struct options *options)
{
    add_default_flags(command, options->keeps_rounding);
    add_cuda_optimization(command, options->optimization);
    add_cuda_standard(command, options->standard);
    if (options->module) {
        list_add(command, "-fPIC");
        list_add(command, "-ftls-model=initial-exec");
    }
    list_add_all(command, &options->host);
}

void add_cuda_macros(struct list *command, const struct options *options)
{
    static const char *const macros[] = {"-D__NVCC__",
                                         "-D__CUDACC__",
                                         "-D__CUDA_ARCH__=900",
                                         "-D__CUDA_ARCH_FEAT_SM90_ALL", // sm_90a
                                         "-D__CUDACC_VER_MAJOR__=12",
                                         "-D__CUDACC_VER_MINOR__=4",
                                         "-D__CUDACC_VER_BUILD__=99",
                                         "-D__CUDACC_EXTENDED_LAMBDA__",
                                         "-D__EMU_GPU__=1"};
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        list_add(command, macros[i]);
    list_add_format(command, "-DEMU_ARCHITECTURE=%d", options->architecture);
    if (options->relaxed_constexpr)
        list_add(command, "-D__CUDACC_RELAXED_CONSTEXPR__");
    if (options->separate_compilation)
        list_add(command, "-D__CUDACC_RDC__");
    if (wants_plain_calls(options))
        list_add(command, "-DEMU_PLAIN_CALLS");
}
