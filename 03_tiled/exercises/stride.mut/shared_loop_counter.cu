// SPDX-License-Identifier: MIT
// fails: R, D
// because: keeps the loop's counter in shared memory, because it is the same for all: 256 threads
//   add to one word
//@1
    const int tile_rows = ceil_div(m, TILE), tile_cols = ceil_div(n, TILE);
    __shared__ int row_of_tiles;
    for (row_of_tiles = blockIdx.y; row_of_tiles < tile_rows; row_of_tiles += gridDim.y)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) {
            const int tile_row = row_of_tiles;
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
