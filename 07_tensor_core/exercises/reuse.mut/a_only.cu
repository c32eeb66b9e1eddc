// SPDX-License-Identifier: MIT
// fails: C ldmatrix_requests
// because: A loaded once for each row of mma, B again in each: 2 + 4.
//@1
for (int i = 0; i < 2; i++) {
    uint32_t a[4], b[2][2];
    load_a(a, As, i);
    for (int j = 0; j < 4; j += 2) {
        load_b(b, Bs, j);
        mma_m16n8k16_f32_f16_f16_f32(acc[i][j], a, b[0], acc[i][j]);
        mma_m16n8k16_f32_f16_f16_f32(acc[i][j + 1], a, b[1], acc[i][j + 1]);
    }
}
//@end
