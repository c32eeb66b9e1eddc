// SPDX-License-Identifier: MIT
#include "facts.h"

#include <stddef.h>
#include <string.h>

static const struct kernel_facts *table, *given;
static size_t table_count;

void emu_register_kernel_facts(const struct kernel_facts *facts, int count)
{
    table = facts;
    table_count = facts && count > 0 ? (size_t)count : 0;
}

void facts_are(const struct kernel_facts *facts) { given = facts; }

const struct kernel_facts *facts_find(const char *unit, const char *kernel)
{
    const struct kernel_facts *found = given;
    size_t longest = unit ? strcspn(unit, "/") : 0;
    for (size_t i = 0; !given && unit && kernel && i < table_count; i++) {
        size_t alike = 0;
        while (unit[alike] && unit[alike] == table[i].source[alike])
            alike++;
        if (alike <= longest || strcmp(table[i].kernel, kernel) != 0)
            continue;
        longest = alike;
        found = &table[i];
    }
    return found;
}
