// SPDX-License-Identifier: MIT
// title: Three numbers against 32 wavefronts
// lesson: README.md#swizzles-and-banks
// minutes: 10
// form: transpose
// sizes: 64 128 1; 37 41 1; 33 130 1; 1 7 1; ? ? 1
// check: R
// check: C shared_load_wavefronts <= 1.5 * ceil(m, 32) * n
// stub: C shared_load_wavefronts
// hint: The 32 lanes that read a column: in which bits do their offsets differ? Which bits are the
//   bank?
// hint: "Swizzles and banks", then shared_load_wavefronts: it should be one for each request.
// hint: offset = 128 row + column: bits 7 to 11 are the row, bits 0 to 4 the bank. Xor these into
//   those.
// why: A row has 128 floats, four times all banks, so a column is in one bank. The row's five bits
//   begin at bit 7; xored into bits 0 to 4, they send row r to bank "column xor r": 32 rows, 32
//   banks. Within a row only the order changes, so storing the tile stays free of conflicts, and no
//   memory is lost. Higher or lower bits would be equal in several lanes, and these would still
//   share a bank.
//
// The kernel transposes. A block copies a tile of 32 x 128 floats into shared memory, row by row,
// and reads it column by column. A column is in one bank: 32 wavefronts for each load.
//
// Choose a swizzle Sw<bits,base,shift> so that a column is in 32 different banks: `bits` bits of
// the offset, from bit base + shift up, are xored into those from bit `base` up. Offsets count
// floats, and a bank is one float wide.
//
// Checked: the result, and shared_load_wavefronts: one for each load, where the stub has up to 32.
// On paper first; this counts for any swizzle:
//
//     make 06 ARGS="banks '(32,128):(128,1)' --swizzle 3,2,3"

#include "learn/exercise.h"

#include "common/device/cuda_check.h"
#include "common/device/index.h"
#include "common/device/layout_device.h"

enum { ROWS = 32, COLS = 128, WARPS = 8 };

LAYOUT_INLINE struct swizzle_literal swizzle(void)
{
    //@stub
    return (struct swizzle_literal){.bits = 0, .base = 0, .shift = 0}; // TODO
                                                                       //@solution
    return (struct swizzle_literal){.bits = 5, .base = 0, .shift = 7};
    //@end
}

// The offset of element (row, col) of the tile: Sw o 0 o (32,128):(128,1).
LAYOUT_INLINE int place(int row, int col) { return swizzled(swizzle(), row * COLS + col); }

__global__ void transpose(int m, int n, const float *A, int lda, float *C, int ldc)
{
    __shared__ float tile[ROWS * COLS];
    const int row0 = blockIdx.y * ROWS, col0 = blockIdx.x * COLS;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    for (int row = warp; row < ROWS && row0 + row < m; row += WARPS) // a warp has a row of A
        for (int col = lane; col < COLS && col0 + col < n; col += 32)
            tile[place(row, col)] = A[row_major(row0 + row, col0 + col, lda)];
    __syncthreads();                                                 // the whole tile is there
    for (int col = warp; col < COLS && col0 + col < n; col += WARPS) // a warp has a row of C
        if (row0 + lane < m)
            C[row_major(col0 + col, row0 + lane, ldc)] = tile[place(lane, col)];
}

void exercise(int m, int n, const float *A, int lda, float *C, int ldc)
{
    if (m == 0 || n == 0)
        return;
    const dim3 grid(ceil_div(n, COLS), ceil_div(m, ROWS));
    transpose<<<grid, 32 * WARPS>>>(m, n, A, lda, C, ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant rows_of_64
// fails: C shared_load_wavefronts
// because: The swizzle of rows of 64: bit 6 is the column's, so two rows share each bank.
//@1
return (struct swizzle_literal){.bits = 5, .base = 0, .shift = 6};
//@end

//@mutant shift_of_zero
// fails: R
// because: Shift 0 xors the row with itself: all rows become row 0, in the same place.
//@1
return (struct swizzle_literal){.bits = 5, .base = 7, .shift = 0};
//@end

//@mutant three_bits
// fails: C shared_load_wavefronts
// because: Three bits distinguish 8 rows; 32 lanes need five.
//@1
return (struct swizzle_literal){.bits = 3, .base = 0, .shift = 7};
//@end

//@mutant vectors
// fails: C shared_load_wavefronts
// because: A swizzle of 16-byte vectors: it has 8 places in the banks for 32 rows.
//@1
return (struct swizzle_literal){.bits = 3, .base = 2, .shift = 5};
//@end

#endif
