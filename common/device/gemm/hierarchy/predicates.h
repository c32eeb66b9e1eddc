// SPDX-License-Identifier: MIT
//
// predicates.h: many predicates in one register. For host code and kernels.
//
// A thread that copies a tile tests for each copy whether it is inside the matrix. The answers are
// the same for many tiles. A GPU has only seven predicate registers per thread, so 16 bools would
// take 16 registers. A mask keeps them in one: bit i is predicate i. (CUTLASS's PredicateVector
// keeps four in each byte, for R2P, which moves bits of one byte of a register into predicate
// registers at once.)
#ifndef HIERARCHY_PREDICATES_H
#define HIERARCHY_PREDICATES_H

#include <stdbool.h>
#include <stdint.h>

#include "../../layout_device.h"

enum { PREDICATES = 32 };

LAYOUT_INLINE uint32_t predicate_mask(int i, bool value) { return (uint32_t)value << i; }

LAYOUT_INLINE uint32_t predicate_at_mask(uint32_t mask, int i) { return mask & 1u << i; }

#endif
