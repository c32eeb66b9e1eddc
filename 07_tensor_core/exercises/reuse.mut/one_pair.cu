// SPDX-License-Identifier: MIT
// fails: R
// because: The first pair of B for all four columns of mma.
//@1
uint32_t a[2][4], b[2][2];
for (int i = 0; i < 2; i++)
    load_a(a[i], As, i);
load_b(b, Bs, 0);
for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
        mma_m16n8k16_f32_f16_f16_f32(acc[i][j], a[i], b[j % 2], acc[i][j]);
//@end
