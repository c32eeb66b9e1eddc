// SPDX-License-Identifier: MIT
// fails: D
// because: No barrier: ldmatrix brings the lanes together, and orders none of their stores.
//@1
ldmatrix_x4(a, &As[lane % 16][lane / 16 * 8]);
ldmatrix_x2(b, &Bs[lane % 8][lane / 8 % 2 * 8]);
mma_m16n8k16_f32_f16_f16_f32(acc, a, b, acc);
//@end
