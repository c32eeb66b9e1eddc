// SPDX-License-Identifier: MIT
//
// pack.c: the sizes and strides of pack.h's copies.
#include "pack.h"

#include "../index.h"
#include "tile_layout.h"

struct pack_operand pack_operand(const void *data, int rows, int cols, int ld)
{
    if (rows == 0 || cols == 0)
        return pack_nothing();
    const int align = cols < PACK_ALIGN ? (int)F16_VECTOR : (int)PACK_ALIGN;
    return (struct pack_operand){
        data, NULL, rows, cols, ld, ceil_div(cols, align) * align,
    };
}

size_t pack_elements(const struct pack_operand *o)
{
    const size_t all = (size_t)o->rows * (size_t)o->to_ld;
    return (all + PACK_ALIGN - 1) / PACK_ALIGN * PACK_ALIGN;
}

int pack_blocks(const struct pack_operand *o)
{
    return o->rows == 0 ? 0 : ceil_div(o->rows, PACK_ROWS) * ceil_div(o->to_ld, PACK_COLS);
}
