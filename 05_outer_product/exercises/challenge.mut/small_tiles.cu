// SPDX-License-Identifier: MIT
// fails: C global_load_sectors
// because: tiles of 16 x 16: every element of A is fetched for every 16 columns
//@1
enum { TILE = 16, BM = TILE, BN = TILE, THREADS = TILE * TILE };

static __global__ void kernel(struct matrix A, struct matrix B, float alpha, float beta, float *C,
                              int ldc)
{
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    const int x = (int)threadIdx.x % TILE, y = (int)threadIdx.x / TILE;
    const int row = (int)blockIdx.y * TILE + y, col = (int)blockIdx.x * TILE + x;
    float acc = 0;
    for (int k = 0; k < A.cols; k += TILE) {
        As[y][x] = element(A, row, k + x);
        Bs[y][x] = element(B, k + y, col);
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
    }
    if (row < A.rows && col < B.cols)
        store_scaled(C + row_major(row, col, ldc), alpha, acc, beta);
}
//@end
