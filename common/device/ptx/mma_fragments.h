// SPDX-License-Identifier: MIT
//
// mma_fragments.h: the thread-value layouts of mma.sync's operands (mma_traits.h says which
// instruction has which, and what a layout means). They are CuTe's atoms
// (common/layout/atoms/atoms.h): a test compares them.
//
// A warp is 8 x 4 threads: t / 4 counts rows of A, B and C, and t % 4 runs along a row, 32 bits at
// a time in A and B, two elements in C. Further values are 8 rows down, then further along the row.
//
// b16, b8: elements of 16 or 8 bits, two or four per register; other elements have 32 or 64 bits.
#ifndef COMMON_PTX_MMA_FRAGMENTS_H
#define COMMON_PTX_MMA_FRAGMENTS_H

#include "../layout_device.h"

LAYOUT_INLINE struct tv_literal mma_c_16x8(void) // ((4,8),(2,2)):((32,1),(16,8))
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {32, 1}},
                               .value = {.rank = 2, .shape = {2, 2}, .stride = {16, 8}}};
}

LAYOUT_INLINE struct tv_literal mma_c_8x8(void) // ((4,8),2):((16,1),8)
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {16, 1}},
                               .value = {.rank = 1, .shape = {2}, .stride = {8}}};
}

LAYOUT_INLINE struct tv_literal mma_a_16x8_b16(void) // ((4,8),(2,2)):((32,1),(16,8))
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {32, 1}},
                               .value = {.rank = 2, .shape = {2, 2}, .stride = {16, 8}}};
}

LAYOUT_INLINE struct tv_literal mma_b_8x8_b16(void) // ((4,8),2):((16,1),8)
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {16, 1}},
                               .value = {.rank = 1, .shape = {2}, .stride = {8}}};
}

LAYOUT_INLINE struct tv_literal mma_a_16x16_b16(void) // ((4,8),(2,2,2)):((32,1),(16,8,128))
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {32, 1}},
                               .value = {.rank = 3, .shape = {2, 2, 2}, .stride = {16, 8, 128}}};
}

LAYOUT_INLINE struct tv_literal mma_b_8x16_b16(void) // ((4,8),(2,2)):((16,1),(8,64))
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {16, 1}},
                               .value = {.rank = 2, .shape = {2, 2}, .stride = {8, 64}}};
}

LAYOUT_INLINE struct tv_literal mma_a_16x16_b8(void) // ((4,8),(4,2)):((64,1),(16,8))
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {64, 1}},
                               .value = {.rank = 2, .shape = {4, 2}, .stride = {16, 8}}};
}

LAYOUT_INLINE struct tv_literal mma_b_8x16_b8(void) // ((4,8),4):((32,1),8)
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {32, 1}},
                               .value = {.rank = 1, .shape = {4}, .stride = {8}}};
}

LAYOUT_INLINE struct tv_literal mma_a_16x32_b8(void) // ((4,8),(4,2,2)):((64,1),(16,8,256))
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {64, 1}},
                               .value = {.rank = 3, .shape = {4, 2, 2}, .stride = {16, 8, 256}}};
}

LAYOUT_INLINE struct tv_literal mma_b_8x32_b8(void) // ((4,8),(4,2)):((32,1),(8,128))
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {32, 1}},
                               .value = {.rank = 2, .shape = {4, 2}, .stride = {8, 128}}};
}

LAYOUT_INLINE struct tv_literal mma_a_8x4(void) // ((4,8),1):((8,1),0)
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {8, 1}},
                               .value = {.rank = 1, .shape = {1}, .stride = {0}}};
}

LAYOUT_INLINE struct tv_literal mma_a_16x4(void) // ((4,8),2):((16,1),8)
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {16, 1}},
                               .value = {.rank = 1, .shape = {2}, .stride = {8}}};
}

LAYOUT_INLINE struct tv_literal mma_b_8x4(void) // ((4,8),1):((8,1),0)
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {8, 1}},
                               .value = {.rank = 1, .shape = {1}, .stride = {0}}};
}

LAYOUT_INLINE struct tv_literal mma_a_16x8(void) // ((4,8),(2,2)):((16,1),(8,64))
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {16, 1}},
                               .value = {.rank = 2, .shape = {2, 2}, .stride = {8, 64}}};
}

LAYOUT_INLINE struct tv_literal mma_b_8x8(void) // ((4,8),2):((8,1),32)
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {8, 1}},
                               .value = {.rank = 1, .shape = {2}, .stride = {32}}};
}

LAYOUT_INLINE struct tv_literal mma_a_16x16(void) // ((4,8),(2,4)):((16,1),(8,64))
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {16, 1}},
                               .value = {.rank = 2, .shape = {2, 4}, .stride = {8, 64}}};
}

LAYOUT_INLINE struct tv_literal mma_b_8x16(void) // ((4,8),4):((8,1),32)
{
    return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {8, 1}},
                               .value = {.rank = 1, .shape = {4}, .stride = {32}}};
}

#endif
