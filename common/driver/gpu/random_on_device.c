// SPDX-License-Identifier: MIT
#include "random_on_device.h"

#include "../../step/matrix.h"

void *random_on_device(const struct gpu_ops *gpu, enum dtype type, int rows, int cols,
                       unsigned seed)
{
    struct matrix M;
    if (!matrix_alloc(&M, type, rows, cols, cols))
        return NULL;
    matrix_fill_random(&M, seed);
    void *device = gpu->alloc(matrix_bytes(&M));
    gpu->copy_in(device, M.data, matrix_bytes(&M));
    matrix_free(&M);
    return device;
}
