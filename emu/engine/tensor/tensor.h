// SPDX-License-Identifier: MIT
//
// tensor.h: the arithmetic of mma.sync, tensor maps and boxes.
#ifndef TENSOR_H
#define TENSOR_H

#include "box.h"
#include "number.h"
#include "row.h"

#include <stdbool.h>
#include <stdint.h>

#include "emu/device/matrix.h"

// The registers of each lane.
struct tensor_lanes {
    const void *a[32], *b[32], *c[32];
    void *d[32];
};

// D = A B + C as the tensor cores of an H200 compute it. A lane's D may be its C.
void tensor_multiply(const struct emu_mma *op, const struct tensor_lanes *lanes);
// The same for m8n8k4 in f16, four products of quarters of the warp (quarters.c).
static inline bool tensor_has_quarters(const struct emu_mma *op)
{
    return op->factor == EMU_F16 && op->m == 8;
}
void tensor_multiply_quarters(const struct emu_mma *op, const struct tensor_lanes *lanes);

#endif
