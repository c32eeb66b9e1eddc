// SPDX-License-Identifier: MIT
// fails: R, D
// because: columns beyond n write into the next row
//@1
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
//@end
