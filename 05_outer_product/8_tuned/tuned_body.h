// SPDX-License-Identifier: MIT
//
// tuned_body.h: the kernel of 8_tuned. It has no include guard: for each configuration what differs
// is defined, and the file included again.
//
//     KERNEL                     its name
//     WARPS_DOWN, WARPS_ACROSS   the warps that a tile of C has; each owns WM x WN elements
//     SLICES                     how many times as many warps: each set takes a slice of K
//     WIDTH                      4: n, ldb, ldc and the addresses of B and C suit float4; else 1
//     BK, STAGES                 columns of A in a slice of a tile; how many tiles are in flight
//                                or in use
//
// What is the same for all stands in 8_tuned.cu and the headers that it includes.
//
// The order of the statements in the loop over p matters; library_speed.md explains why.

__global__ void __launch_bounds__(WARPS_DOWN *WARPS_ACROSS *SLICES * 32, 1)
    KERNEL(int m, int n, int k, float alpha, const float *__restrict__ A, int lda,
           const float *__restrict__ B, int ldb, float beta, float *C, int ldc, struct share share,
           struct parts parts)
{
    enum { BM = WARPS_DOWN * WM, BN = WARPS_ACROSS * WN, TILE_K = BK * SLICES };
    enum { WARPS = WARPS_DOWN * WARPS_ACROSS, THREADS = WARPS * SLICES * 32 };
    enum { ROWS = TM / SLICES }; // of each lane's elements, that its warp takes to C
    enum { A_PITCH = BM + PAD, A_TILE = TILE_K * A_PITCH, B_TILE = TILE_K * BN };
    extern __shared__ __align__(16) float tiles[];
    float *const As = tiles;                   // (STAGES, TILE_K, BM + PAD)
    float *const Bs = tiles + STAGES * A_TILE; // (STAGES, TILE_K, BN)
    const int warp = threadIdx.x / 32 % WARPS, slice = threadIdx.x / 32 / WARPS;
    const int lane = threadIdx.x % 32;
    // zigzag.h, written out: with calls in its place nvcc 13 orders the whole kernel differently.
    const int lane_row = (lane / 2 & 1) | (lane / 4 & 6), lane_col = (lane & 1) | (lane / 2 & 2);
    const int row = warp / WARPS_ACROSS * WM + lane_row * 4; // in the tile: the first element
    const int col = warp % WARPS_ACROSS * WN + lane_col * 4;
    const struct a_copies ac = a_copies(BM, THREADS);
    const struct b_copies bc = b_copies(BN, THREADS, WIDTH);
    const int a_slice = slice * BK * A_PITCH + row, b_slice = slice * BK * BN + col;
    const int k_tiles = k > 0 ? ceil_div(k, TILE_K) : 1; // without any k C is scaled all the same

    for (struct span s = first_span(&share, k_tiles, blockIdx.x); s.begin < s.end;
         s = next_span(&share, k_tiles, &s)) {
        // Unsigned: a tile may begin close to 2^31, and end beyond.
        const unsigned row0 = s.tile / ceil_div(n, BN) * BM, col0 = s.tile % ceil_div(n, BN) * BN;
        unsigned p_fetch = s.begin * TILE_K; // the next tile to fetch begins here
        const float *a = &A[row_major(row0 + ac.row, p_fetch + ac.col, lda)];
        const float *b = &B[row_major(p_fetch + bc.row, col0 + bc.col, ldb)];
        const unsigned p_end = s.end < k_tiles ? s.end * TILE_K : k;
        unsigned a_limit[MAX_COPIES], b_limit[MAX_COPIES]; // fetch_tiles() reads where p is less
        for (int i = 0; i < ac.count; i++)
            a_limit[i] = row0 + ac.row + i * ac.rows < (unsigned)m ? p_end : 0;
        for (int j = 0; j < bc.parts; j++)
            b_limit[j] = col0 + bc.col + j * bc.cols < (unsigned)n ? p_end : 0;

        int stage = 0, stage_fetch = 0;
        __syncthreads(); // no thread needs the last segment's words in shared memory
#define FETCH_NEXT_TILES() \
    do { \
        fetch_tiles(&As[stage_fetch * A_TILE], &Bs[stage_fetch * B_TILE], BM, BN, TILE_K, THREADS, \
                    WIDTH, a, lda, b, ldb, p_fetch, a_limit, b_limit); \
        cp_async_commit_group(); \
        stage_fetch = stage_fetch + 1 == STAGES ? 0 : stage_fetch + 1; \
        p_fetch += TILE_K; \
        a += TILE_K; \
        b += row_major(TILE_K, 0, ldb); \
    } while (0)

        for (int i = 0; i < STAGES - 1; i++)
            FETCH_NEXT_TILES();
        float acc[TM][TN] = {{0}};
        float a_frag[2][TM], b_frag[2][TN]; // for this p and for the next
        cp_async_wait_group(STAGES - 2);
        __syncthreads(); // the first tiles are complete
        for (int i = 0; i < TM; i += 4)
            load4(&a_frag[0][i], &As[a_slice + i / 4 * GROUP_M]);
        for (int j = 0; j < TN; j += 4)
            load4(&b_frag[0][j], &Bs[b_slice + j / 4 * GROUP_N]);

#pragma unroll 1
        for (int k_tile = s.begin; k_tile < s.end; k_tile++) {
            FETCH_NEXT_TILES();
            const float *as = &As[stage * A_TILE + a_slice];
            const float *bs = &Bs[stage * B_TILE + b_slice];
#pragma unroll
            for (int p = 0; p < BK; p++) {
                const int now = p % 2, then = 1 - now, p_then = (p + 1) % BK;
                if (p == BK - 1) {
                    cp_async_wait_group(STAGES - 2);
                    __syncthreads(); // the next tiles are complete, and these are free
                    stage = stage + 1 == STAGES ? 0 : stage + 1;
                    as = &As[stage * A_TILE + a_slice], bs = &Bs[stage * B_TILE + b_slice];
                }
#pragma unroll
                for (int i = 0; i < TM; i++) {
#pragma unroll
                    for (int jj = 0; jj < TN; jj++) {
                        const int j = i % 2 ? TN - 1 - jj : jj; // there and back
                        acc[i][j] += a_frag[now][i] * b_frag[now][j];
                    }
                    if (i < TN / 4)
                        load4(&b_frag[then][i * 4], bs + p_then * BN + i * GROUP_N);
                    else if (i < TN / 4 + TM / 4)
                        load4(&a_frag[then][(i - TN / 4) * 4],
                              as + p_then * A_PITCH + (i - TN / 4) * GROUP_M);
                }
            }
        }
#undef FETCH_NEXT_TILES
        cp_async_wait_all();
        __syncthreads();           // the stages are free
        float of_slices[ROWS][TN]; // their sums
        float(*const sums)[TN] = SLICES == 1 ? acc : of_slices;
        if (SLICES > 1)
            add_slices(tiles, acc, of_slices, warp, WARPS, slice, SLICES);
        if (!is_whole(&s, k_tiles) && !add_parts(&parts, &share, k_tiles, &s, sums, ROWS))
            continue; // the block whose warp comes last stores its share of this tile
        const unsigned c_row = row0 + row, c_col = col0 + col, first = slice * ROWS;
        if (WIDTH == 4)
            store_aligned(C, ldc, c_row, c_col, m, n, alpha, sums, first, ROWS, beta);
        else
            store_in_rows(tiles + threadIdx.x / 32 * STORE_FLOATS, C, ldc, c_row - lane_row * 4,
                          c_col - lane_col * 4, m, n, alpha, sums, first, ROWS, beta);
    }
}

#undef KERNEL
#undef WARPS_DOWN
#undef WARPS_ACROSS
#undef SLICES
