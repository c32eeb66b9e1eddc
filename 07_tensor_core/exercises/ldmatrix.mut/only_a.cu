// SPDX-License-Identifier: MIT
// fails: C shared_load_requests
// because: Only A by ldmatrix, B still by two loads: three for each mma.
//@1
__syncthreads();
ldmatrix_x4(a, &As[lane % 16][lane / 16 * 8]);
for (int r = 0; r < 2; r++)
    b[r] = *(const uint32_t *)&Bs[lane / 4][lane % 4 * 2 + r * 8];
//@end
