// SPDX-License-Identifier: MIT
#include "sums.h"

enum { FLOAT = 4 };

void count_c(struct counts *sum, const struct traffic *c, int element, bool reads)
{
    sum->global_store_requests += c->requests;
    sum->global_store_sectors += c->sectors;
    sum->global_store_bytes += element * c->elements;
    sum->active_lanes += c->lanes;
    if (!reads)
        return;
    sum->global_load_requests += c->requests;
    sum->global_load_sectors += c->sectors;
    sum->global_load_bytes += element * c->elements;
    sum->active_lanes += c->lanes;
}

void count_sums(struct counts *sum, int m, int n, int ldc, bool reads, bool vectors)
{
    count_sums_of(sum, m, n, ldc, FLOAT, reads, vectors);
}

void count_sums_of(struct counts *sum, int m, int n, int ldc, int element, bool reads, bool vectors)
{
    const struct stamp pairs = {8, 1, 4, 2, 2};
    const struct traffic c = cover(m, n, ldc, &pairs, element, vectors);
    count_c(sum, &c, element, reads);
}
