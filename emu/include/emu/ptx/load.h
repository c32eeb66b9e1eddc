// SPDX-License-Identifier: MIT
//
// emu/ptx/load.h: predicated loads (PTX ISA: @p ld.global).
//
// On a GPU each is one instruction of all lanes. To count it as one request here, too, the lanes
// reconverge after it. g++ must not duplicate the load, which it may do with a branch that it sees.
#ifndef EMU_PTX_LOAD_H
#define EMU_PTX_LOAD_H

#include <stddef.h>
#include <stdint.h>

#include "../../emu.h"
#include "../../emu_api.h"

#define EMU_ONE_PLACE static __attribute__((noinline, noclone, unused))

EMU_ONE_PLACE void load_if_8(uint32_t *to, const void *from, unsigned predicate)
{
    if (predicate)
        *to = *(const uint8_t *)from;
    emu_round();
}
EMU_ONE_PLACE void load_if_16(uint32_t *to, const void *from, unsigned predicate)
{
    if (predicate)
        *to = *(const uint16_t *)from;
    emu_round();
}
EMU_ONE_PLACE void load_if_32(uint32_t *to, const void *from, unsigned predicate)
{
    if (predicate)
        *to = *(const uint32_t *)from;
    emu_round();
}
EMU_ONE_PLACE void load_if_64(uint32_t *low, uint32_t *high, const void *from, unsigned predicate)
{
    if (predicate) {
        const uint2 pair = *(const uint2 *)from;
        *low = pair.x;
        *high = pair.y;
    }
    emu_round();
}
EMU_INLINE void advance(const unsigned char **pointer, ptrdiff_t step) { *pointer += step; }

#undef EMU_ONE_PLACE

#endif
