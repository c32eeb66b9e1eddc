// SPDX-License-Identifier: MIT
#include "shared_array.h"

#include <stdio.h>

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

int shared_element(const struct launch *launch, int site, size_t inside, char *text, size_t size)
{
    const struct emu_site *array = launch->sites[site];
    char element[100] = "";
    int used = 0;
    for (int i = 0; i < EMU_SITE_DIMENSIONS && array->steps[i]; i++) {
        used += snprintf(element + used, sizeof element - (size_t)used, "[%zu]",
                         inside / array->steps[i]);
        inside %= array->steps[i];
    }
    return inside ? snprintf(text, size, "%s%s + %zu bytes", array->name, element, inside)
                  : snprintf(text, size, "%s%s", array->name, element);
}
