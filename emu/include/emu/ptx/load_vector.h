// SPDX-License-Identifier: MIT
//
// emu/ptx/load_vector.h: predicated loads of 16 bytes (emu/ptx/load.h says how they are counted).
#ifndef EMU_PTX_LOAD_VECTOR_H
#define EMU_PTX_LOAD_VECTOR_H

#include <stdint.h>

#include "../../emu.h"
#include "../../emu_api.h"

#define EMU_ONE_PLACE static __attribute__((noinline, noclone, unused))

EMU_ONE_PLACE void load_if_128(uint32_t to[4], const void *from, unsigned predicate)
{
    if (predicate) {
        const uint4 four = *(const uint4 *)from;
        to[0] = four.x, to[1] = four.y;
        to[2] = four.z, to[3] = four.w;
    }
    emu_round();
}
EMU_INLINE void load_once_if_128(uint32_t to[4], const void *from, unsigned predicate)
{
    load_if_128(to, from, predicate);
}

#undef EMU_ONE_PLACE

#endif
