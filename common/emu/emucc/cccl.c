// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // getline
#include "cccl.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"

enum { DEEPEST = 8 };

// What an include names, between < > or quotes; NULL: the line is none. The caller frees it.
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

// A few of <cuda/std/...> are ours, for where libcu++ is not installed.
static bool is_ours(const char *name, const char *ours)
{
    char *path = format_string("%s/after/%s", ours, name);
    const bool found = access(path, R_OK) == 0;
    free(path);
    return found;
}

enum need { NOTHING, HOST_BACK_END, CUB };

static enum need needs_cccl(const char *file, const char *ours, int depth)
{
    FILE *in = depth < DEEPEST ? fopen(file, "r") : NULL;
    char *line = NULL, opening = 0;
    size_t capacity = 0;
    enum need needed = NOTHING, found;
    while (in && needed < CUB && getline(&line, &capacity, in) > 0) {
        char *name = included_name(line, &opening);
        found = NOTHING;
        if (name && begins(name, "cub/")) {
            found = CUB;
        } else if (name && opening == '<') {
            if (begins(name, "thrust/") || (begins(name, "cuda/std/") && !is_ours(name, ours)))
                found = HOST_BACK_END;
        } else if (name) {
            const char *slash = strrchr(file, '/');
            char *path = format_string("%.*s%s", slash ? (int)(slash - file + 1) : 0, file, name);
            found = needs_cccl(path, ours, depth + 1);
            free(path);
        }
        needed = found > needed ? found : needed;
        free(name);
    }
    free(line);
    if (in)
        fclose(in);
    return needed;
}

static bool has_thrust(const char *folder)
{
    char *path = format_string("%s/thrust/version.h", folder);
    const bool found = access(path, R_OK) == 0;
    free(path);
    return found;
}

static void add_macros(struct list *command, const char *const macros[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        list_add(command, macros[i]);
}

// Thrust alone: its host back end.
static void add_macros_for_host(struct list *command)
{
    static const char *const macros[] = {"-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP",
                                         "-DCCCL_DISABLE_NVFP8_SUPPORT", "-include",
                                         "emu_thrust.h"};
    add_macros(command, macros, sizeof macros / sizeof *macros);
}

// CUB's kernels, and Thrust's beside them, are compiled as by nvcc: for one GPU, by a compiler of
// the headers' version. Half and bfloat16 are the emulator's own; nobody looks at NVTX's ranges.
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
                                         "-DCCCL_DISABLE_BF16_SUPPORT"};
    add_macros(command, macros, sizeof macros / sizeof *macros);
}

bool includes_cub(const char *source, const char *ours)
{
    return needs_cccl(source, ours, 0) == CUB;
}

void add_cccl(struct list *command, const char *source, const char *ours)
{
    const char *const named = getenv("EMU_CCCL");
    const char *const places[] = {"/usr/local/cuda/include/cccl", "/usr/local/cuda/include",
                                  "/usr/include"};
    const enum need need = needs_cccl(source, ours, 0);
    if (need == NOTHING)
        return;
    const char *found = named && has_thrust(named) ? named : NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !found && !named; i++)
        found = has_thrust(places[i]) ? places[i] : NULL;
    if (!found)
        fail("%s: Thrust, CUB and libcu++ are open headers of NVIDIA's, which are not installed: "
             "`apt "
             "install "
             "libthrust-dev`, or `pip install nvidia-cuda-cccl` and EMU_CCCL=the folder with "
             "thrust/ in it",
             source);
    list_add_format(command, "-I%s/../libraries/%s", ours, need == CUB ? "cub" : "cccl");
    list_add_format(command, strcmp(found, "/usr/include") == 0 ? "-idirafter%s" : "-isystem%s",
                    found);
    if (need == CUB)
        add_macros_for_cub(command);
    else
        add_macros_for_host(command);
}
