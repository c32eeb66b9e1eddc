// SPDX-License-Identifier: MIT
// fails: R
// because: THREADS elements in each round, and two rounds too few
//@1
    for (int e = (int)threadIdx.x; e < rows * cols - 2 * THREADS; e += THREADS)
        to[e / cols * (cols + PAD) + e % cols] = element_f16(x, row + e / cols, col + e % cols);
//@end
