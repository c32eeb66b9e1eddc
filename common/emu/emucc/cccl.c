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

static bool needs_cccl(const char *file, const char *ours, int depth)
{
    FILE *in = depth < DEEPEST ? fopen(file, "r") : NULL;
    char *line = NULL, opening = 0;
    size_t capacity = 0;
    bool needed = false;
    for (int number = 1; in && !needed && getline(&line, &capacity, in) > 0; number++) {
        char *name = included_name(line, &opening);
        if (name && begins(name, "cub/"))
            fail("%s:%d: %s: CUB is not available on the emulated GPU (Thrust is)", file, number,
                 name);
        if (name && opening == '<') {
            needed = begins(name, "thrust/") || (begins(name, "cuda/std/") && !is_ours(name, ours));
        } else if (name) {
            const char *slash = strrchr(file, '/');
            char *path = format_string("%.*s%s", slash ? (int)(slash - file + 1) : 0, file, name);
            needed = needs_cccl(path, ours, depth + 1);
            free(path);
        }
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

void add_cccl(struct list *command, const char *source, const char *ours)
{
    const char *const named = getenv("EMU_CCCL");
    const char *const places[] = {"/usr/local/cuda/include/cccl", "/usr/local/cuda/include",
                                  "/usr/include"};
    if (!needs_cccl(source, ours, 0))
        return;
    const char *found = named && has_thrust(named) ? named : NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !found && !named; i++)
        found = has_thrust(places[i]) ? places[i] : NULL;
    if (!found)
        fail("%s: Thrust and libcu++ are open headers of NVIDIA's, which are not installed: `apt "
             "install "
             "libthrust-dev`, or `pip install nvidia-cuda-cccl` and EMU_CCCL=the folder with "
             "thrust/ in it",
             source);
    list_add_format(command, "-I%s/../libraries/cccl", ours);
    list_add_format(command, strcmp(found, "/usr/include") == 0 ? "-idirafter%s" : "-I%s", found);
    list_add(command, "-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP");
    list_add(command, "-DCCCL_DISABLE_NVFP8_SUPPORT");
    list_add(command, "-include");
    list_add(command, "emu_thrust.h");
}
