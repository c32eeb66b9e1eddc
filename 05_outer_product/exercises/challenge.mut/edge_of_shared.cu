// SPDX-License-Identifier: MIT
// fails: D
// because: only what lies inside is stored to As: the rest is multiplied, and nobody has written it
//@1
enum { BM = 128, BN = 128, BK = 8, WM = 64, WN = 64, TM = 8, TN = 16, THREADS = 128 };
enum { PAD = 4 }; // As's columns are stored as rows: 4 banks further each, and float4s stay whole

static __global__ void __launch_bounds__(THREADS)
    kernel(struct matrix A, struct matrix B, float alpha, float beta, float *C, int ldc)
{
    __shared__ __align__(16) float As[BK][BM + PAD], Bs[BK][BN];
    const int t = (int)threadIdx.x, warp = t / 32, lane = t % 32;
    const int row0 = (int)blockIdx.y * BM, col0 = (int)blockIdx.x * BN;
    // 8 x 4 lanes, in a zigzag: of every four, two want the same float4 of As and two of Bs.
    const int lane_row = (lane / 2 & 1) | (lane / 4 & 6), lane_col = (lane & 1) | (lane / 2 & 2);
    const int row = warp / 2 * WM + lane_row * 4, col = warp % 2 * WN + lane_col * 4;
    float acc[TM][TN] = {{0}};
    for (int k = 0; k < A.cols; k += BK) {
        for (int e = t; e < BM * BK; e += THREADS)
            if (row0 + e / BK < A.rows)
                As[e % BK][e / BK] = element(A, row0 + e / BK, k + e % BK);
        for (int e = t; e < BK * BN; e += THREADS)
            Bs[e / BN][e % BN] = element(B, k + e / BN, col0 + e % BN);
        __syncthreads();
        for (int p = 0; p < BK; p++) { // one outer product
            float a[TM], b[TN];
            for (int i = 0; i < TM; i += 4) // groups of four, 32 rows apart
                copy_128(&a[i], &As[p][row + i * 8]);
            for (int j = 0; j < TN; j += 4) // and 16 columns apart
                copy_128(&b[j], &Bs[p][col + j * 4]);
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) {
            const int r = row0 + row + i / 4 * 32 + i % 4, c = col0 + col + j / 4 * 16 + j % 4;
            if (r < A.rows && c < B.cols)
                store_scaled(C + row_major(r, c, ldc), alpha, acc[i][j], beta);
        }
}
//@end
