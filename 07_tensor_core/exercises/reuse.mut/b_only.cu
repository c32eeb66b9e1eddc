// SPDX-License-Identifier: MIT
// fails: C ldmatrix_requests
// because: B loaded once for two columns of mma, A again for each: 4 + 2.
//@1
for (int j = 0; j < 4; j += 2) {
    uint32_t a[4], b[2][2];
    load_b(b, Bs, j);
    for (int i = 0; i < 2; i++) {
        load_a(a, As, i);
        mma_m16n8k16_f32_f16_f16_f32(acc[i][j], a, b[0], acc[i][j]);
        mma_m16n8k16_f32_f16_f16_f32(acc[i][j + 1], a, b[1], acc[i][j + 1]);
    }
}
//@end
