// SPDX-License-Identifier: MIT
//
// places.h: assigns the addresses of one part of the arena to allocations.
#ifndef PLACES_H
#define PLACES_H

#include "arena.h"

// One part of the arena, as offsets. Addresses from `top` on were never assigned.
struct places {
    uintptr_t top, end;
    struct allocation *root;
    struct allocation *oldest, *newest; // freed ones, in the order of their freeing
    size_t resting_count, resting_bytes;
    struct allocation *spare; // records for reuse
};

// Returns an allocation with `room` bytes of addresses (a multiple of ALIGNMENT) and no other field
// set. The addresses are new, or were freed long ago. NULL: no addresses, or no memory for the
// record.
struct allocation *places_take(struct places *places, size_t room);
// Quarantines its addresses, so that a use after free can be reported, until enough younger
// allocations are in quarantine.
void places_rest(struct places *places, struct allocation *allocation);
// Frees the addresses of an unused allocation at once.
void places_cancel(struct places *places, struct allocation *allocation);
// The live or quarantined allocation with the largest base <= address, or the one with the smallest
// base >= address. NULL if there is none.
struct allocation *places_before(struct places *places, uintptr_t address);
struct allocation *places_after(struct places *places, uintptr_t address);

#endif
