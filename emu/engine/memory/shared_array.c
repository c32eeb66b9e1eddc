// SPDX-License-Identifier: MIT
#include "shared_array.h"

int shared_site_at(const struct launch *launch, uintptr_t offset)
{
    int best = -1;
    for (int i = 1; i < MAX_SITES; i++)
        if (launch->site_offset[i] && launch->site_offset[i] <= offset &&
            (best < 0 || launch->site_offset[i] > launch->site_offset[best]))
            best = i;
    return best;
}

const char *shared_array_at(const struct block *b, uintptr_t address)
{
    const uintptr_t offset = address - (uintptr_t)b->window;
    const int site = offset < WINDOW_DYNAMIC ? shared_site_at(b->launch, offset) : -1;
    return site < 0 ? NULL : b->launch->sites[site]->name;
}
