// SPDX-License-Identifier: MIT
// fails: C shared_load_wavefronts
// because: warp tiles, but a thread's groups are neighbours: lanes read float4s with gaps between
//@1
    enum { WM = 64, WN = 32, GROUP_M = 4, GROUP_N = 4 };
    const int warp = t / 32, lane = t % 32;
    const int row = warp / (BN / WN) * WM + lane / 4 * TM;
    const int col = warp % (BN / WN) * WN + lane % 4 * TN;
//@end
