// SPDX-License-Identifier: MIT
// fails: R
// because: the threads are right, but now the blocks are swapped as well, and the grid is not: it
//   fits squares only
//@1
    const int row = blockIdx.x * BLOCK + threadIdx.y;
    const int col = blockIdx.y * BLOCK + threadIdx.x;
//@end
