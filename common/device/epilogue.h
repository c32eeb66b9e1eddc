// SPDX-License-Identifier: MIT
//
// epilogue.h: what every step does with a finished sum. For host code and kernels.
#ifndef COMMON_EPILOGUE_H
#define COMMON_EPILOGUE_H

#include "host_device.h"

// *c = alpha * acc + beta * *c
// With beta == 0 the old value is not read: C may hold anything before, NaN included.
HOST_DEVICE static inline void store_scaled(float *c, float alpha, float acc, float beta)
{
    float value = alpha * acc;
    if (beta != 0)
        value += beta * *c;
    *c = value;
}

#endif
