// SPDX-License-Identifier: MIT
//
// random_on_device.h: operands for experiments.
#ifndef COMMON_RANDOM_ON_DEVICE_H
#define COMMON_RANDOM_ON_DEVICE_H

#include "../../step/dtype.h"
#include "gpu.h"

// Device memory with a random matrix of rows x cols, dense, for gpu->release. NULL if the host has
// not enough memory.
void *random_on_device(const struct gpu_ops *gpu, enum dtype type, int rows, int cols,
                       unsigned seed);

#endif
