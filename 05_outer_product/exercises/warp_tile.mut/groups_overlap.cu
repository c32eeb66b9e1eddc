// SPDX-License-Identifier: MIT
// fails: R
// because: the second group stands where another lane has its first: elements with two owners
//@1
    enum { WM = 64, WN = 32, GROUP_M = 4, GROUP_N = 4 };
    const int warp = t / 32, lane = t % 32;
    const int lane_row = (lane / 2 & 1) | (lane / 4 & 6), lane_col = (lane & 1) | (lane / 2 & 2);
    const int row = warp / (BN / WN) * WM + lane_row * 4;
    const int col = warp % (BN / WN) * WN + lane_col * 4;
//@end
