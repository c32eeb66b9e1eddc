// SPDX-License-Identifier: MIT
// fails: R, D
// because: An early return: the lanes that have left are missing at the mma.
//@1
__syncthreads();
if (row0 + lane / 4 >= g.m)
    return;
for (int r = 0; r < 4; r++)
    a[r] = *(const uint32_t *)&As[lane / 4 + r % 2 * 8][lane % 4 * 2 + r / 2 * 8];
for (int r = 0; r < 2; r++)
    b[r] = *(const uint32_t *)&Bs[lane / 4][lane % 4 * 2 + r * 8];
mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
//@end
