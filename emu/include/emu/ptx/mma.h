// SPDX-License-Identifier: MIT
//
// emu/ptx/mma.h: mma.sync, one function for each instruction of MMA_INSTRUCTIONS, the table that
// the includer has defined.
#ifndef EMU_PTX_MMA_H
#define EMU_PTX_MMA_H

#include "../device/matrix.h"

#ifdef MMA_INSTRUCTIONS
#define EMU_MMA(name, D, D_COUNT, A, A_COUNT, B_COUNT, M, N, K, d_type, ab_type, needs, ...) \
    EMU_INLINE void name(D d[D_COUNT], const A a[A_COUNT], const A b[B_COUNT], const D c[D_COUNT]) \
    { \
        static const struct emu_mma which = {#name, M, N, K, EMU_##ab_type, EMU_##d_type, needs}; \
        emu_mma(&which, d, a, b, c); \
    }
MMA_INSTRUCTIONS(EMU_MMA)
#undef EMU_MMA
#endif

#endif
