// SPDX-License-Identifier: MIT
#include "link.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// emu.mk builds them (EMU_LIBRARIES).
static const char *const libraries[] = {"blas",  "driver", "fft",    "graph",   "nccl",  "nvml",
                                        "nvrtc", "rand",   "sparse", "texture", "thrust"};
enum { LIBRARY_COUNT = sizeof libraries / sizeof *libraries };

static char *path_of(const char *engine, int library)
{
    const char *slash = strrchr(engine, '/');
    return format_string("%.*slibemu_%s.a", slash ? (int)(slash - engine) + 1 : 0, engine,
                         libraries[library]);
}

void add_archives(struct list *command, const char *engine)
{
    list_add(command, "-Wl,--start-group"); // a library may call another one
    for (int i = 0; i < LIBRARY_COUNT; i++) {
        char *path = path_of(engine, i);
        if (access(path, R_OK) == 0)
            list_add(command, path);
        free(path);
    }
    list_add(command, engine);
    list_add(command, "-Wl,--end-group");
}

char *absent_archives(const char *engine)
{
    struct text names = {0};
    for (int i = 0; i < LIBRARY_COUNT; i++) {
        char *path = path_of(engine, i);
        const char *slash = strrchr(path, '/');
        if (access(path, R_OK) != 0)
            text_add_format(&names, "%s%s", names.size > 0 ? ", " : "", slash ? slash + 1 : path);
        free(path);
    }
    return names.data;
}
