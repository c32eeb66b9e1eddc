// SPDX-License-Identifier: MIT
// fails: D
// because: threads beyond the edge do the last element's work once more: many store to one place
//@1
    const int row = min(blockIdx.y * blockDim.y + threadIdx.y, m - 1);
    const int col = min(blockIdx.x * blockDim.x + threadIdx.x, n - 1);
//@end
