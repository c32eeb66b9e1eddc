// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // getentropy
#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../source/text.h"

const char *own_folder(void)
{
    const char *folder = getenv("LEARN_MY");
    return folder && *folder ? folder : "my";
}

void own_path(const struct exercise *e, char *path, size_t size)
{
    snprintf(path, size, "%.200s/%s%s", own_folder(), e->id, e->on_cpu ? ".c" : ".cu");
}

bool own_copy(const struct exercise *e, char *path, size_t size, bool *made, struct failure *why)
{
    own_path(e, path, size);
    *made = false;
    if (access(path, F_OK) == 0)
        return true;
    if (mkdir(own_folder(), 0777) != 0 && errno != EEXIST)
        return fail(why, "%s: %s", own_folder(), strerror(errno));
    char *stub = exercise_stub(e);
    *made = stub ? text_save(path, stub, why) : fail(why, "out of memory");
    free(stub);
    return *made;
}

bool own_seed(uint64_t *seed, struct failure *why)
{
    const char *text = getenv("SEED");
    char *end = NULL;
    if (text && *text) {
        errno = 0;
        *seed = strtoull(text, &end, 10);
        return (*end == '\0' && errno == 0 && *text != '-') ||
               fail(why, "SEED=%.40s: must be a whole number", text);
    }
    if (getentropy(seed, sizeof *seed) != 0)
        *seed = (uint64_t)getpid();
    *seed %= 1000000; // short enough to be typed again
    return true;
}
