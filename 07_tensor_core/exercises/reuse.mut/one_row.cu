// SPDX-License-Identifier: MIT
// fails: R
// because: The first fragment of A for both rows of mma.
//@1
uint32_t a[4], b[4][2];
load_a(a, As, 0);
for (int j = 0; j < 4; j += 2)
    load_b(&b[j], Bs, j);
for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
        mma_m16n8k16_f32_f16_f16_f32(acc[i][j], a, b[j], acc[i][j]);
//@end
