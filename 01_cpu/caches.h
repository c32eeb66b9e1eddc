// SPDX-License-Identifier: MIT
//
// caches.h: how large the caches of a core are.
#ifndef CPU_CACHES_H
#define CPU_CACHES_H

#include <stddef.h>

struct cache_sizes {
    size_t l1, l2; // bytes; of data
};

// As the system says; 32 KiB and 512 KiB where it does not.
struct cache_sizes cache_sizes(void);

#endif
