// SPDX-License-Identifier: MIT
//
// open_gpu.h: the GPU that a test of chapter 08 runs on.
#ifndef TESTS_OPEN_GPU_H
#define TESTS_OPEN_GPU_H

#include <criterion/criterion.h>

#include "../../common/driver/gpu.h"

// Opens it; one that is older than the chapter's instructions skips the test, aloud.
static inline const struct gpu_ops *open_gpu(void)
{
    struct machine machine;
    struct failure why;
    const struct gpu_ops *gpu = gpu_ops();
    cr_assert(gpu->open(&machine, &why), "%s", why.text);
    if (machine_capability(&machine) < 80)
        cr_skip_test("chapter 08 needs compute capability 8.0");
    return gpu;
}

#endif
