// SPDX-License-Identifier: MIT
// fails: R, D
// because: more bytes than ever come: nobody goes on
//@1
    mbarrier_arrive_expect_tx(full, STAGES * (sizeof s->A + sizeof s->B));
//@end
