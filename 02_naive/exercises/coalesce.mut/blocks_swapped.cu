// SPDX-License-Identifier: MIT
// fails: R, C global_load_sectors
// because: swaps the blocks instead of the threads: the same warps, and a grid that fits squares
//   only
//@1
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    const int col = blockIdx.y * BLOCK + threadIdx.y;
//@end
