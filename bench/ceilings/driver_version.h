// SPDX-License-Identifier: MIT
//
// driver_version.h: the driver's version as nvidia-smi knows it. CUDA itself only says which CUDA
// the driver is good for.
#ifndef BENCH_DRIVER_VERSION_H
#define BENCH_DRIVER_VERSION_H

#include <stdio.h>
#include <string.h>

// Writes "580.159.04", or "unknown".
static inline void driver_version(char *text, int size)
{
    FILE *pipe =
        popen("nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null", "r");
    if (!pipe || !fgets(text, size, pipe))
        snprintf(text, (size_t)size, "unknown");
    text[strcspn(text, "\n")] = '\0';
    if (pipe)
        pclose(pipe);
}

#endif
