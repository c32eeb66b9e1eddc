// SPDX-License-Identifier: MIT
// fails: C shared_load_requests
// because: Four loads of 16 bits and two shifts: right, but five loads for an mma.
//@1
for (int r = 0; r < 2; r++) {
    const int k = lane % 4 * 2 + r * 8;
    b[r] = Bs[k][lane / 4] | (uint32_t)Bs[k + 1][lane / 4] << 16;
}
//@end
