// SPDX-License-Identifier: MIT
// fails: R, D
// because: The same instruction in both branches: two instructions, each with half a warp.
//@1
__syncthreads();
for (int r = 0; r < 4; r++)
    a[r] = *(const uint32_t *)&As[lane / 4 + r % 2 * 8][lane % 4 * 2 + r / 2 * 8];
for (int r = 0; r < 2; r++)
    b[r] = *(const uint32_t *)&Bs[lane / 4][lane % 4 * 2 + r * 8];
if (row0 + lane / 4 < g.m) {
    mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
} else {
    a[0] = a[1] = a[2] = a[3] = 0;
    mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
}
//@end
