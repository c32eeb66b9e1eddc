// SPDX-License-Identifier: MIT
#include "facts.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const struct kernel_facts table[] = {
#include "kernel_facts.inc"
};

static bool same_chapter(const char *a, const char *b)
{
    const size_t length = strcspn(a, "/");
    return strncmp(a, b, length + 1) == 0;
}

// Kernels of one chapter have names of their own, whichever file of the step they stand in.
const struct kernel_facts *facts_find(const char *step, const char *kernel)
{
    for (size_t i = 0; step && kernel && i < sizeof table / sizeof *table; i++)
        if (same_chapter(table[i].file, step) && strcmp(table[i].kernel, kernel) == 0)
            return &table[i];
    return NULL;
}
