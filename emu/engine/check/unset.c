// SPDX-License-Identifier: MIT
//
// unset.c: sums that begin with a variable that nothing has set.
//
// The compiler fills variables without a value with bytes of 0xFE (emucc/driver/toolchain.c). As a
// float that is -1.7e38, so large that adding to it usually does not change it.
#include "check.h"

#include "../report/report.h"

#include <stdio.h>
#include <string.h>

bool unset_any(const void *registers, size_t bytes)
{
    const char *p = registers;
    uint32_t word;
    for (size_t i = 0; i + sizeof word <= bytes; i += sizeof word) {
        memcpy(&word, p + i, sizeof word);
        if (UNLIKELY(word == UNSET_WORD))
            return true;
    }
    return false;
}

void unset_report(struct thread *t, const char *place, const char *pc)
{
    static const char what[] = "a sum begins with a variable that nothing has set";
    struct thread *before = emu_current;
    emu_current = t;
    if (t->checked && !report_is_old(pc, what))
        report(KIND_UNWRITTEN, pc, place,
               "give the variable its value before the loop: float sum = 0, float sums[4] = {}; "
               "the registers of accumulators also begin with any value",
               what);
    emu_current = before;
}

// The accumulators of a wgmma in flight are not set yet: accumulators.c reports that they are used.
void emu_unset(const char *place)
{
    if (emu_current && !emu_current->block->grouped)
        unset_report(emu_current, place, CALLER());
}
