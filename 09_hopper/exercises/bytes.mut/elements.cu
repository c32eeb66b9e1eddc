// SPDX-License-Identifier: MIT
// fails: D
// because: elements, and not bytes
//@1
    mbarrier_arrive_expect_tx(full, (BM + BN) * BK);
//@end
