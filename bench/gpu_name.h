// SPDX-License-Identifier: MIT
//
// gpu_name.h: the short name of a GPU, with which the names of records begin.
#ifndef BENCH_GPU_NAME_H
#define BENCH_GPU_NAME_H

#include <ctype.h>
#include <string.h>

// "NVIDIA H100 80GB HBM3" -> "h100"
static inline void short_gpu_name(const char *name, char *text, size_t size)
{
    size_t length = 0;
    const char *at = strncmp(name, "NVIDIA ", 7) == 0 ? name + 7 : name;
    for (; isalnum((unsigned char)*at) && length + 1 < size; at++)
        text[length++] = (char)tolower((unsigned char)*at);
    text[length] = '\0';
}

#endif
