// SPDX-License-Identifier: MIT
#include "shared_array.h"

#include <stdio.h>
#include <string.h>

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

// Appends "[31][64]". Returns the bytes that are left inside this element.
static size_t add_indices(const unsigned steps[EMU_SITE_DIMENSIONS], size_t inside, char *text,
                          size_t size)
{
    for (int i = 0; i < EMU_SITE_DIMENSIONS && steps[i]; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "[%zu]", inside / steps[i]);
        inside %= steps[i];
    }
    return inside;
}

// Appends ".empty[1]" if a member contains the byte. Returns the bytes that are left.
static size_t add_member(const struct emu_member *members, size_t inside, char *text, size_t size)
{
    for (const struct emu_member *m = members; m && m->name; m++) {
        if (inside - m->offset >= m->size)
            continue;
        const size_t used = strlen(text);
        snprintf(text + used, size - used, ".%s", m->name);
        return add_indices(m->steps, inside - m->offset, text, size);
    }
    return inside;
}

int shared_element(const struct launch *launch, int site, size_t inside, char *text, size_t size)
{
    const struct emu_site *array = launch->sites[site];
    char element[200] = "";
    inside = add_indices(array->steps, inside, element, sizeof element);
    inside = add_member(array->members, inside, element, sizeof element);
    return inside ? snprintf(text, size, "%s%s + %zu bytes", array->name, element, inside)
                  : snprintf(text, size, "%s%s", array->name, element);
}
