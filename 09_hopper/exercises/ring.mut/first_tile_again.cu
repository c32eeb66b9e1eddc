// SPDX-License-Identifier: MIT
// fails: R
// because: every stage holds the first tiles
//@2
            mbarrier_wait_parity(&b.empty[stage], t / STAGES % 2 ^ 1);
            fill(&p, &stages[stage], &b.full[stage], row, col, stage);
//@end
