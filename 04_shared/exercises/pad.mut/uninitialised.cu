// SPDX-License-Identifier: MIT
// fails: D
// because: a row is read that nobody has written, and its value is thrown away
//@1
    __shared__ float As[TILE + 1][TILE + 1];
    if (As[TILE][threadIdx.x] == 12345.0f && k < 0)
        return;
//@end
