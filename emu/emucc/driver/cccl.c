// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // getline
#include "flags.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/message.h"

enum { DEEPEST = 8 };

// Returns the name that an #include contains, between < > or quotes, or NULL if the line is no
// #include. The caller frees it.
static char *included_name(const char *line, char *opening)
{
    line += strspn(line, " \t");
    if (*line++ != '#')
        return NULL;
    line += strspn(line, " \t");
    if (strncmp(line, "include", strlen("include")) != 0)
        return NULL;
    line += strlen("include");
    line += strspn(line, " \t");
    if (*line != '<' && *line != '"')
        return NULL;
    *opening = *line++;
    return format_string("%.*s", (int)strcspn(line, "<>\"\n"), line);
}

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static bool exists(const char *folder, const char *name)
{
    char *path = format_string("%s/%s", folder, name);
    const bool found = access(path, R_OK) == 0;
    free(path);
    return found;
}

// Returns true if the header <cuda/std/...> is the emulator's. Some always are, other headers only
// if libcu++ is not installed.
static bool is_ours(const char *name, const struct toolchain *toolchain)
{
    char *after = format_string("after/%s", name);
    const bool found = exists(toolchain->headers, name) || exists(toolchain->other_headers, after);
    free(after);
    return found;
}

// The libraries and macros that a source uses.
enum { LIBCUXX = 1, THRUST = 2, CUB = 4, ARCHITECTURE = 8 };

// Adds the headers of Thrust and libcu++ that the source includes to `headers` unless it is NULL.
static unsigned asked_for(const char *file, const struct toolchain *toolchain, struct list *headers,
                          int depth)
{
    FILE *in = depth < DEEPEST ? fopen(file, "r") : NULL;
    char *line = NULL, opening = 0;
    size_t capacity = 0;
    unsigned asked = 0;
    while (in && getline(&line, &capacity, in) > 0) {
        char *name = included_name(line, &opening);
        unsigned library = 0;
        if (!name)
            asked |= strstr(line, "__CUDA_ARCH__") ? ARCHITECTURE : 0;
        else if (begins(name, "cub/"))
            library = CUB;
        else if (begins(name, "thrust/"))
            library = THRUST;
        else if (begins(name, "cuda/std/") && !is_ours(name, toolchain))
            library = LIBCUXX;
        else if (opening == '"') {
            const char *slash = strrchr(file, '/');
            char *path = format_string("%.*s%s", slash ? (int)(slash - file + 1) : 0, file, name);
            asked |= asked_for(path, toolchain, headers, depth + 1);
            free(path);
        }
        asked |= library;
        if (library && headers)
            list_add(headers, name);
        free(name);
    }
    free(line);
    if (in)
        fclose(in);
    return asked;
}

// Returns true if Thrust's algorithms run as kernels. They run on the host unless the program uses
// CUB, whose headers include Thrust's kernels, or has code that depends on whether it runs on a
// GPU.
static bool as_kernels(unsigned asked)
{
    return asked & CUB || (asked & THRUST && asked & ARCHITECTURE);
}

static void add_macros(struct list *command, const char *const macros[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        list_add(command, macros[i]);
}

// Selects Thrust's host back end. Its headers must see a plain C++ compiler. After them the program
// sees the macros of a CUDA compiler again.
static void add_macros_for_host(struct list *command, const struct list *headers, const char *found)
{
    static const char *const macros[] = {"-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP",
                                         "-DCCCL_DISABLE_NVFP8_SUPPORT", "-include",
                                         "emu_thrust.h"};
    add_macros(command, macros, sizeof macros / sizeof *macros);
    for (size_t i = 0; i < headers->count; i++)
        if (exists(found, headers->items[i])) {
            list_add(command, "-include");
            list_add(command, headers->items[i]);
        }
    list_add(command, "-include");
    list_add(command, "emu_thrust_end.h");
}

// CUB's kernels, and Thrust's with them, are compiled as nvcc compiles them: for one GPU, by a
// compiler of the headers' version. Half and bfloat16 are the emulator's own types, whose headers
// CUB's own would include. NVTX ranges have no effect here, so they are off.
static void add_macros_for_cub(struct list *command)
{
    static const char *const macros[] = {"-U__CUDACC_VER_MAJOR__",
                                         "-U__CUDACC_VER_MINOR__",
                                         "-D__CUDACC_VER_MAJOR__=(CUDART_VERSION/1000)",
                                         "-D__CUDACC_VER_MINOR__=(CUDART_VERSION%1000/10)",
                                         "-D__CUDA_ARCH_LIST__=900",
                                         "-DCCCL_DISABLE_CTK_COMPATIBILITY_CHECK",
                                         "-DCCCL_DISABLE_NVTX",
                                         "-DCCCL_DISABLE_NVFP8_SUPPORT",
                                         "-DCCCL_DISABLE_FP16_SUPPORT",
                                         "-DCCCL_DISABLE_BF16_SUPPORT",
                                         "-include",
                                         "cuda_fp16.h",
                                         "-include",
                                         "cuda_bf16.h"};
    add_macros(command, macros, sizeof macros / sizeof *macros);
}

bool runs_thrust_as_kernels(const char *source, const struct toolchain *toolchain)
{
    return as_kernels(asked_for(source, toolchain, NULL, 0));
}

bool runs_thrust_on_host(const char *source, const struct toolchain *toolchain)
{
    const unsigned asked = asked_for(source, toolchain, NULL, 0);
    return asked & (LIBCUXX | THRUST | CUB) && !as_kernels(asked);
}

void add_cccl(struct list *command, const char *source, const struct toolchain *toolchain)
{
    const char *const configured = getenv("EMU_CCCL");
    const char *const places[] = {"/usr/local/cuda/include/cccl", "/usr/local/cuda/include",
                                  "/usr/include"};
    static const char version[] = "thrust/version.h";
    struct list headers = {0};
    const unsigned asked = asked_for(source, toolchain, &headers, 0);
    if (!(asked & (LIBCUXX | THRUST | CUB)))
        return;
    const char *found = configured && exists(configured, version) ? configured : NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !found && !configured; i++)
        found = exists(places[i], version) ? places[i] : NULL;
    if (!found)
        fail("%s: Thrust, CUB and libcu++ are open headers of NVIDIA's, which are not installed: "
             "`apt "
             "install "
             "libthrust-dev`, or `pip install nvidia-cuda-cccl` and EMU_CCCL=the folder with "
             "thrust/ in it",
             source);
    list_add_format(command, "-I%s/../libraries/%s", toolchain->headers,
                    as_kernels(asked) ? "cub" : "cccl");
    list_add_format(command, strcmp(found, "/usr/include") == 0 ? "-idirafter%s" : "-isystem%s",
                    found);
    if (as_kernels(asked))
        add_macros_for_cub(command);
    else
        add_macros_for_host(command, &headers, found);
    list_free(&headers);
}
