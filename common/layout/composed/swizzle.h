// SPDX-License-Identifier: MIT
//
// swizzle.h: Swizzle<B,M,S>, a function that exchanges bits: Sw<3,4,3>.
#ifndef COMMON_LAYOUT_SWIZZLE_H
#define COMMON_LAYOUT_SWIZZLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../base/failure.h"

// x ^ ((x & Y) >> shift): B bits, from bit M + shift on, are xor-ed onto those from bit M on
// (shift < 0: from bit M onto those from M - shift on). An involution, as |shift| >= bits.
struct swizzle {
    int bits;  // B >= 0
    int base;  // this many low bits stay
    int shift; // S
};

bool swizzle_make(struct swizzle *out, int64_t bits, int64_t base, int64_t shift,
                  struct failure *why);
// From the two masks: make_swizzle<0b11000000, 0b00000110> -> Sw<2,1,5>.
bool swizzle_from_masks(struct swizzle *out, int64_t y, int64_t z, struct failure *why);
bool swizzle_parse_range(struct swizzle *out, const char *text, const char *end,
                         struct failure *why);
bool swizzle_parse(struct swizzle *out, const char *text, struct failure *why);
size_t swizzle_print(const struct swizzle *s, char *out, size_t size);
int64_t swizzle_y(const struct swizzle *s); // mask of the bits that are read
int64_t swizzle_z(const struct swizzle *s); // mask of the bits that change
int64_t swizzle_apply(const struct swizzle *s, int64_t x);
// Of equal shifts only; the masks are xor-ed and must be a swizzle's again.
bool swizzle_compose(struct swizzle *out, const struct swizzle *a, const struct swizzle *b,
                     struct failure *why);
bool swizzle_upcast(struct swizzle *out, int64_t n, const struct swizzle *s, struct failure *why);
bool swizzle_downcast(struct swizzle *out, int64_t n, const struct swizzle *s, struct failure *why);

#endif
