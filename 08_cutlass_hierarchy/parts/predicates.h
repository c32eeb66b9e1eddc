// SPDX-License-Identifier: MIT
//
// predicates.h: many predicates in one register. For host code and kernels.
//
// A thread that copies a tile asks of each of its copies whether it lies inside the matrix. The
// answers are the same for many tiles, and 16 bools would take 16 registers, since a GPU has only
// seven predicate registers a thread. So they are kept as bits, in one of two ways:
//
//     a predicate vector   four to a byte, in bits 0 to 3 of each (CUTLASS: PredicateVector): the
//                          GPU has an instruction, R2P, that moves bits of one byte of a register
//                          into predicate registers at once. 16 to a register.
//     a mask               bit i is predicate i. 32 to a register.
#ifndef HIER_PREDICATES_H
#define HIER_PREDICATES_H

#include <stdbool.h>
#include <stdint.h>

#include "../../common/device/layout_device.h"

enum { PREDICATES_PER_BYTE = 4, PREDICATE_BYTES = 4 };
enum { PREDICATES = 32 }; // of a mask

// ---- A predicate vector: predicate i is bit i % 4 of byte i / 4 ----------------------------------

LAYOUT_INLINE int predicate_bit(int i)
{
    return i / PREDICATES_PER_BYTE * 8 + i % PREDICATES_PER_BYTE;
}

// A vector in which predicate i has that value and all others are false. Vectors of different
// predicates are put together by |.
LAYOUT_INLINE uint32_t predicate_vector(int i, bool value)
{
    return (uint32_t)value << predicate_bit(i);
}

// Not 0 where predicate i is true.
LAYOUT_INLINE uint32_t predicate_at_vector(uint32_t vector, int i)
{
    return vector & 1u << predicate_bit(i);
}

// ---- A mask: predicate i is bit i ----------------------------------------------------------------

LAYOUT_INLINE uint32_t predicate_mask(int i, bool value) { return (uint32_t)value << i; }

LAYOUT_INLINE uint32_t predicate_at_mask(uint32_t mask, int i) { return mask & 1u << i; }

#endif
