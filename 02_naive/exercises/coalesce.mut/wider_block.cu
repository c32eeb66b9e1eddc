// SPDX-License-Identifier: MIT
// fails: C global_load_sectors
// because: a wider block, while x still counts rows: now a warp touches 32 rows of A
//@1
    const int row = blockIdx.y * 32 + threadIdx.x;
    const int col = blockIdx.x * 8 + threadIdx.y;
//@end
//@2
    const dim3 block(32, 8);
    const dim3 grid(ceil_div(n, 8), ceil_div(m, 32));
//@end
