// SPDX-License-Identifier: MIT
// fails: R, D
// because: goes on by one tile instead of by the grid: several blocks compute and store the same
//   tile
//@1
    const int tile_rows = ceil_div(m, TILE), tile_cols = ceil_div(n, TILE);
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.y)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col++) {
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
