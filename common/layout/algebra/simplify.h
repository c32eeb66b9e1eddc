// SPDX-License-Identifier: MIT
//
// simplify.h: the same function with fewer leaves.
#ifndef COMMON_LAYOUT_SIMPLIFY_H
#define COMMON_LAYOUT_SIMPLIFY_H

#include "../core/make.h"

// Flat; no extent 1; neighbours that continue each other are one leaf: (2,(1,6)):(1,(6,2)) -> 12:1.
// The same offsets for 0 <= i < size. One leaf stands alone: (4):(2) -> 4:2; no leaf is 1:0.
bool layout_coalesce(struct layout *out, const struct layout *l, struct failure *why);
// The same, but a last extent 1 stays, so that the function is the same beyond the size, too.
bool layout_coalesce_x(struct layout *out, const struct layout *l, struct failure *why);
// Coalesces each mode that meets an integer of the profile; the modes beyond it stay.
bool layout_coalesce_by(struct layout *out, const struct layout *l, const struct int_tuple *profile,
                        struct failure *why);
// Extents of stride-0 leaves become 1; the parentheses stay.
void layout_filter_zeros(struct layout *out, const struct layout *l);
// The same where the profile, not the stride, is 0.
bool layout_filter_zeros_by(struct layout *out, const struct layout *l,
                            const struct int_tuple *profile, struct failure *why);
// filter_zeros, then coalesce: the same image without repeats by stride 0.
bool layout_filter(struct layout *out, const struct layout *l, struct failure *why);
bool layout_filter_by(struct layout *out, const struct layout *l, const struct int_tuple *profile,
                      struct failure *why);

#endif
