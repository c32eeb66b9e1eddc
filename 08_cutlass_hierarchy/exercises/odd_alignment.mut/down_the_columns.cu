// SPDX-License-Identifier: MIT
// fails: C global_load_sectors
// because: neighbouring threads take a column: every lane asks for a sector of its own
//@1
    for (int e = (int)threadIdx.x; e < rows * cols; e += THREADS)
        to[e % rows * (cols + PAD) + e / rows] = element_f16(x, row + e % rows, col + e / rows);
//@end
