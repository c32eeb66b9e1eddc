// SPDX-License-Identifier: MIT
// fails: R
// because: asks for the places, and leaves the kernel with one tile for each block: tiles beyond
//   the first wave are nobody's
//@1
    const int number = blockIdx.x;
    if (number < tiles)
        one_tile(number, tile_cols, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end
