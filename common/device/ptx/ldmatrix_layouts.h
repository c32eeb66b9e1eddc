// SPDX-License-Identifier: MIT
//
// ldmatrix_layouts.h: which lane passes which row, and which registers receive what. For kernels
// and for host code.
//
// Matrices of 8 x 8 elements of 16 bits: element 64 i + 8 row + col is that of matrix i. A row is
// 16 contiguous bytes in shared memory; the lane that passes its address chooses where. The
// literals are CuTe's atoms SM75_U32x4_LDSM_N ... SM75_U16x8_LDSM_T (common/layout/atoms/atoms.h)
// in elements of 16 bits: a test compares them. tv_offset(rows, lane, v) is element v of the row
// that the lane passes; tv_offset(registers, lane, v) is what the lane receives in half v % 2 of
// register v / 2.
#ifndef COMMON_PTX_LDMATRIX_LAYOUTS_H
#define COMMON_PTX_LDMATRIX_LAYOUTS_H

#include "../layout_device.h"

// ---- Rows: x1 asks lanes 0 to 7, x2 lanes 0 to 15, x4 all ---------------------------------------

LAYOUT_INLINE struct tv_literal ldmatrix_x1_rows(void) // ((8,4),8):((8,0),1)
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {8, 4}, .stride = {8, 0}},
                               .value = {.rank = 1, .shape = {8}, .stride = {1}}};
}

LAYOUT_INLINE struct tv_literal ldmatrix_x2_rows(void) // ((16,2),8):((8,0),1)
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {16, 2}, .stride = {8, 0}},
                               .value = {.rank = 1, .shape = {8}, .stride = {1}}};
}

LAYOUT_INLINE struct tv_literal ldmatrix_x4_rows(void) // (32,8):(8,1)
{
    return (struct tv_literal){.thread = {.rank = 1, .shape = {32}, .stride = {8}},
                               .value = {.rank = 1, .shape = {8}, .stride = {1}}};
}

// ---- Registers, of rows as stored: a register is two neighbours of a row -------------------------

LAYOUT_INLINE struct tv_literal ldmatrix_x1_registers(void) // (32,2):(2,1)
{
    return (struct tv_literal){.thread = {.rank = 1, .shape = {32}, .stride = {2}},
                               .value = {.rank = 1, .shape = {2}, .stride = {1}}};
}

LAYOUT_INLINE struct tv_literal ldmatrix_x2_registers(void) // (32,(2,2)):(2,(1,64))
{
    return (struct tv_literal){.thread = {.rank = 1, .shape = {32}, .stride = {2}},
                               .value = {.rank = 2, .shape = {2, 2}, .stride = {1, 64}}};
}

LAYOUT_INLINE struct tv_literal ldmatrix_x4_registers(void) // (32,(2,4)):(2,(1,64))
{
    return (struct tv_literal){.thread = {.rank = 1, .shape = {32}, .stride = {2}},
                               .value = {.rank = 2, .shape = {2, 4}, .stride = {1, 64}}};
}

// ---- Registers with .trans: two neighbours of a column -----------------------------------------

LAYOUT_INLINE struct tv_literal ldmatrix_x1_trans_registers(void) // ((4,8),2):((16,1),8)
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {16, 1}},
                               .value = {.rank = 1, .shape = {2}, .stride = {8}}};
}

LAYOUT_INLINE struct tv_literal ldmatrix_x2_trans_registers(void) // ((4,8),(2,2)):((16,1),(8,64))
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {16, 1}},
                               .value = {.rank = 2, .shape = {2, 2}, .stride = {8, 64}}};
}

LAYOUT_INLINE struct tv_literal ldmatrix_x4_trans_registers(void) // ((4,8),(2,4)):((16,1),(8,64))
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {16, 1}},
                               .value = {.rank = 2, .shape = {2, 4}, .stride = {8, 64}}};
}

#endif
