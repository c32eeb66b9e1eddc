// SPDX-License-Identifier: MIT
//
// packing.h: what it takes to copy an operand into rows that begin where cp.async and TMA want them
// (common/device/gemm/pack.h): arithmetic for predictions.
#ifndef COMMON_PACKING_H
#define COMMON_PACKING_H

#include "../device/gemm/pack.h"
#include "../step/counters.h"

// Adds the blocks that copy it. An operand that can stay where it is adds nothing.
void count_packing(struct counts *sum, const struct pack_operand *o);

#endif
