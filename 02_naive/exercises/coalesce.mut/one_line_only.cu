// SPDX-License-Identifier: MIT
// fails: R, C global_load_sectors
// because: one of the two lines is changed: x counts rows and columns, and only a diagonal of each
//   block is computed
//@1
    const int row = blockIdx.y * BLOCK + threadIdx.x;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
//@end
