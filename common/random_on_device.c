// SPDX-License-Identifier: MIT
#include "random_on_device.h"

#include "matrix.h"

float *random_on_device(const struct gpu_ops *gpu, int rows, int cols, unsigned seed)
{
    struct matrix M;
    if (!matrix_alloc(&M, DTYPE_F32, rows, cols, cols))
        return NULL;
    matrix_fill_random(&M, seed);
    float *device = gpu->alloc(matrix_bytes(&M));
    gpu->copy_in(device, M.data, matrix_bytes(&M));
    matrix_free(&M);
    return device;
}
