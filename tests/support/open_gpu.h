// SPDX-License-Identifier: MIT
//
// open_gpu.h: the GPU that a test runs on.
#ifndef TESTS_OPEN_GPU_H
#define TESTS_OPEN_GPU_H

#include <criterion/criterion.h>

#include "../../common/driver/gpu/gpu.h"

// Opens it; one of a lower compute capability (80: 8.0) skips the test, aloud.
static inline struct machine open_machine(int capability)
{
    struct machine machine;
    struct failure why;
    cr_assert(gpu_ops()->open(&machine, &why), "%s", why.text);
    if (machine_capability(&machine) < capability)
        cr_skip_test("needs compute capability %d.%d", capability / 10, capability % 10);
    return machine;
}

static inline const struct gpu_ops *open_gpu(int capability)
{
    open_machine(capability);
    return gpu_ops();
}

#endif
