// SPDX-License-Identifier: MIT
//
// recast.h: the same memory seen as wider or narrower elements.
#ifndef COMMON_LAYOUT_RECAST_H
#define COMMON_LAYOUT_RECAST_H

#include "../core/make.h"

// n elements become one: (4,8):(8,1) upcast 4 -> (4,2):(2,1). Every stride must divide by n or
// divide n; an extent that does not is rounded up. n > 0.
bool layout_upcast(struct layout *out, int64_t n, const struct layout *l, struct failure *why);
// One element becomes n, along the stride-1 leaves. Some leaf must have stride 1. n > 0.
bool layout_downcast(struct layout *out, int64_t n, const struct layout *l, struct failure *why);
// The two factors by which elements of other widths are seen: new/old = up/down in lowest terms.
bool recast_factors(int64_t *up, int64_t *down, int64_t old_bits, int64_t new_bits,
                    struct failure *why);

#endif
