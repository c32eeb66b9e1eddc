// SPDX-License-Identifier: MIT
// title: Deal a row out to a warp
// lesson: tiles.md#three-ways-to-cut
// minutes: 12
// form: row_sum
// sizes: 8 512 1; 5 333 1; 3 31 1; 1 1 1; ? ? 1
// check: R
// check: C global_load_sectors <= 6 * m * ceil(n, 32)
// stub: C global_load_sectors
// hint: One request is the same value v of all 32 lanes. Which columns should those be?
// hint: "local_partition" in "Three ways to cut", and global_load_sectors: 4 or 5 for each
//   request.
// hint: Neighbouring lanes get neighbouring columns; a lane's next value is 32 further.
// why: A request is what all lanes load at once, so the thread mode of the layout must have stride
//   1, and a lane's next value is a whole warp further: (32,4):(1,32) is the raked distribution,
//   local_partition; (32,4):(4,1) is the blocked one, local_tile. The sum is the same. The blocked
//   one would suit one float4 for each lane, which needs rows that begin at multiples of 16 bytes.
//
// A warp adds up a row of A: 128 elements at a time, 4 for each lane, by the thread-value layout
// columns(), from lane and value to the column. It gives each lane four neighbours. The sums are
// right, but the 32 lanes of a load touch 16 sectors although 4 would be enough.
//
// Change the layout so that a load touches as few sectors as possible. The rest of the kernel does
// not change.
//
// Checked: the sums, and global_load_sectors: at most 6 for each 32 elements of a row (a row may
// begin in the middle of a sector).

#include "learn/exercise.h"

#include "common/device/cuda_check.h"
#include "common/device/layout_device.h"
#include "common/device/index.h"

enum { VALUES = 4, COLS = 32 * VALUES };

// (lane, value) -> column among the 128.
LAYOUT_INLINE struct tv_literal columns(void)
{
    //@stub
    return (struct tv_literal){.thread = {.rank = 1, .shape = {32}, .stride = {4}}, // TODO
                               .value = {.rank = 1, .shape = {4}, .stride = {1}}};
    //@solution
    return (struct tv_literal){.thread = {.rank = 1, .shape = {32}, .stride = {1}},
                               .value = {.rank = 1, .shape = {4}, .stride = {32}}};
    //@end
}

__global__ void row_sum(int n, const float *A, int lda, float *b)
{
    const int row = blockIdx.x, lane = threadIdx.x;
    float sum = 0;
    for (int col0 = 0; col0 < n; col0 += COLS)
        for (int v = 0; v < VALUES; v++) {
            const int col = col0 + tv_offset(columns(), lane, v);
            if (col < n)
                sum += A[row_major(row, col, lda)];
        }
    for (int apart = 16; apart > 0; apart /= 2) // every lane gets the sum of all
        sum += __shfl_xor_sync(~0u, sum, apart);
    if (lane == 0)
        b[row] = sum;
}

void exercise(int m, int n, const float *A, int lda, float *result)
{
    if (m == 0)
        return;
    row_sum<<<m, 32>>>(n, A, lda, result);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant every_second_piece
// fails: R
// because: 64 to the next value: columns 32 to 63 have no owner, and those from 128 on have two.
//@1
return (struct tv_literal){.thread = {.rank = 1, .shape = {32}, .stride = {1}},
                           .value = {.rank = 1, .shape = {4}, .stride = {64}}};
//@end

//@mutant overlap
// fails: R, C global_load_sectors
// because: Strides 1 and 4: lanes share columns, other columns have no owner.
//@1
return (struct tv_literal){.thread = {.rank = 1, .shape = {32}, .stride = {1}},
                           .value = {.rank = 1, .shape = {4}, .stride = {4}}};
//@end

//@mutant pairs
// fails: C global_load_sectors
// because: Lanes by twos: a load of 4 bytes touches 16 sectors, 8 bytes of each.
//@1
return (struct tv_literal){.thread = {.rank = 2, .shape = {2, 16}, .stride = {1, 8}},
                           .value = {.rank = 1, .shape = {4}, .stride = {2}}};
//@end

//@mutant quads
// fails: C global_load_sectors
// because: Four neighbouring lanes, the next four 16 columns on: half of each sector is wasted.
//@1
return (struct tv_literal){.thread = {.rank = 2, .shape = {4, 8}, .stride = {1, 16}},
                           .value = {.rank = 1, .shape = {4}, .stride = {4}}};
//@end

#endif
