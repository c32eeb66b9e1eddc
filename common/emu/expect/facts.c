// SPDX-License-Identifier: MIT
#include "facts.h"

#include <stddef.h>
#include <string.h>

static const struct kernel_facts table[] = {
#include "kernel_facts.inc"
};

const struct kernel_facts *facts_find(const char *step, const char *kernel)
{
    for (size_t i = 0; step && kernel && i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].step, step) == 0 && strcmp(table[i].kernel, kernel) == 0)
            return &table[i];
    return NULL;
}
