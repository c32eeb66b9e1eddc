// SPDX-License-Identifier: MIT
// fails: C shared_load_wavefronts
// because: lanes in rows of four, no zigzag: Bs is served in quarters of a warp, 12 passes
//@1
    enum { WM = 64, WN = 32, GROUP_M = WM / 2, GROUP_N = WN / 2 };
    const int warp = t / 32, lane = t % 32;
    const int row = warp / (BN / WN) * WM + lane / 4 * 4;
    const int col = warp % (BN / WN) * WN + lane % 4 * 4;
//@end
