// SPDX-License-Identifier: MIT
// fails: D
// because: all threads write the block's first tile to one shared word, and nobody waits before it
//   is read
//@1
    const int tile_rows = ceil_div(m, TILE), tile_cols = ceil_div(n, TILE);
    __shared__ int first_row;
    first_row = blockIdx.y;
    for (int tile_row = first_row; tile_row < tile_rows; tile_row += gridDim.y)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) {
            const int row = tile_row * TILE + threadIdx.y;
            const int col = tile_col * TILE + threadIdx.x;
            if (row >= m || col >= n)
                continue;

            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
            store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
        }
//@end
