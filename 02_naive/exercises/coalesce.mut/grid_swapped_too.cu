// SPDX-License-Identifier: MIT
// fails: C global_load_sectors
// because: blocks and grid are swapped, threads are not: right, and as slow as before
//@1
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    const int col = blockIdx.y * BLOCK + threadIdx.y;
//@end
//@2
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid(ceil_div(m, BLOCK), ceil_div(n, BLOCK));
//@end
