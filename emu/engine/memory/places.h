// SPDX-License-Identifier: MIT
//
// places.h: which addresses of one part of the arena belong to which allocation.
#ifndef PLACES_H
#define PLACES_H

#include "arena.h"

// One part of the arena, as offsets: addresses from `top` on have never been given away.
struct places {
    uintptr_t top, end;
    struct allocation *root;
    struct allocation *oldest, *newest; // freed ones, in the order of their freeing
    size_t resting_count, resting_bytes;
    struct allocation *spare; // records to use again
};

// An allocation with `room` bytes of addresses (a multiple of ALIGNMENT) and nothing else set: a
// place that was freed long ago, or a fresh one. NULL: no addresses, or no memory for the record.
struct allocation *places_take(struct places *places, size_t room);
// Its addresses rest, so that a use after free can be named, until enough younger ones do.
void places_rest(struct places *places, struct allocation *allocation);
// It was never used: its addresses are free at once.
void places_cancel(struct places *places, struct allocation *allocation);
// The allocation, live or resting, with the largest base <= address; the one with the smallest base
// >= address. NULL: none.
struct allocation *places_before(struct places *places, uintptr_t address);
struct allocation *places_after(struct places *places, uintptr_t address);

#endif
