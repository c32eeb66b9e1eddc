// SPDX-License-Identifier: MIT
// fails: R, D
// because: an arrival for each operand, where the barrier was told of one
//@1
    mbarrier_arrive_expect_tx(full, sizeof s->A);
//@end
//@2
    mbarrier_arrive_expect_tx(full, sizeof s->B);
    tma_load_2d(s->B, &p->b, full, t * BK, col);
//@end
