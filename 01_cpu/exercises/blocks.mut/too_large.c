// SPDX-License-Identifier: MIT
// fails: M
// because: a block of 256 x 256 floats is all of B: 256 KiB do not stay in 32
//@from
    enum { BK = 64, BN = 64 }; // 16 KiB of B
//@to
    enum { BK = 256, BN = 256 };
//@end
