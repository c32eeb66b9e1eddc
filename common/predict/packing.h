// SPDX-License-Identifier: MIT
//
// packing.h: the cost of copying an operand into rows that are aligned for cp.async and TMA
// (common/device/gemm/pack.h): formulas for predictions.
#ifndef COMMON_PACKING_H
#define COMMON_PACKING_H

#include "../device/gemm/pack.h"
#include "../step/counters.h"

// Adds the blocks that copy it. An operand that can stay where it is adds nothing.
void count_packing(struct counts *sum, const struct pack_operand *o);

#endif
