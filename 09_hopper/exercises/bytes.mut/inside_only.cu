// SPDX-License-Identifier: MIT
// fails: D
// because: the zeros from outside are counted, too: the phase ends before all is here
//@1
    const int rows_a = p->m - row < BM ? p->m - row : BM, rows_b = p->n - col < BN ? p->n - col : BN;
    mbarrier_arrive_expect_tx(full, (rows_a + rows_b) * ROW);
//@end
