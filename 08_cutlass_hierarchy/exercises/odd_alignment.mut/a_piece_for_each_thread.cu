// SPDX-License-Identifier: MIT
// fails: C global_load_sectors
// because: each thread has a piece of the tile for itself, as a CPU would share it
//@1
    const int piece = rows * cols / THREADS, first = (int)threadIdx.x * piece;
    for (int e = first; e < first + piece; e++)
        to[e / cols * (cols + PAD) + e % cols] = element_f16(x, row + e / cols, col + e % cols);
//@end
