// SPDX-License-Identifier: MIT
// fails: R
// because: the last row and the last column are left out, too
//@1
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m - 1 || col >= n - 1)
        return;
//@end
