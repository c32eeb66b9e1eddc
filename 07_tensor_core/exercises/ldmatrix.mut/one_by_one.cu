// SPDX-License-Identifier: MIT
// fails: C shared_load_requests
// because: One matrix an instruction: six of them where x4 and x2 are two.
//@1
__syncthreads();
for (int r = 0; r < 4; r++)
    ldmatrix_x1(&a[r], &As[lane % 8 + r % 2 * 8][r / 2 * 8]);
for (int r = 0; r < 2; r++)
    ldmatrix_x1(&b[r], &Bs[lane % 8][r * 8]);
//@end
