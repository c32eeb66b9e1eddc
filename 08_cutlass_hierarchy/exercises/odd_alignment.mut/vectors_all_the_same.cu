// SPDX-License-Identifier: MIT
// fails: R
// because: 16 bytes at an odd element are misaligned: the kernel is stopped
//@1
    for (int v = (int)threadIdx.x; v < rows * cols / VECTOR; v += THREADS) {
        const int i = v / (cols / VECTOR), j = v % (cols / VECTOR) * VECTOR;
        uint4 vector = make_uint4(0, 0, 0, 0);
        if (is_inside(x, row + i, col + j))
            vector = *(const uint4 *)((const uint16_t *)x.data + row_major(row + i, col + j, x.ld));
        *(uint4 *)(to + i * (cols + PAD) + j) = vector;
    }
//@end
