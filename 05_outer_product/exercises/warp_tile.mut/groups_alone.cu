// SPDX-License-Identifier: MIT
// fails: C shared_load_wavefronts
// because: groups half a block's tile apart, but a warp is still 2 x 16 threads: 12 passes
//@1
    enum { GROUP_M = BM / 2, GROUP_N = BN / 2 };
    const int row = t / 16 * 4, col = t % 16 * 4;
//@end
