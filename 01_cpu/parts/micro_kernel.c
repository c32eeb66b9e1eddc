// SPDX-License-Identifier: MIT
#include "micro_kernel.h"

// What differs between targets was measured (and in each_target.h). C would be gone again if it
// came before the last 100 values of p, when 256 bytes of B pass for each. Where a tile packs, a
// row of the strip in place is one cache line in another page, which no prefetcher follows, so
// it asks for those to come; with AVX-512 the eight rows ahead are enough. An update takes 8 rows
// of B, 16 with AVX-512: more would save passes over C, but prefetchers follow only so many.
#define FETCH_LATE (IS_AVX512 ? 100 : 0) // values of p left when C is asked for; 0: all of them
#define PACK_AHEAD \
    (IS_AVX2 ? 32 : 0)             // a tile that packs its strip of B also prefetches the
                                   // row this far ahead and for the next strip; 0: neither
#define DEPTH (IS_AVX512 ? 16 : 8) // values of p in an update of few rows

#define THIS_FILE "micro_kernel_body.h"
#include "each_target.h"
#include "micro_kernel_body.h"

const struct TYPED(micro_kernel) * TYPED(micro_kernel)(void) { return CHOSEN(&kernel); }
