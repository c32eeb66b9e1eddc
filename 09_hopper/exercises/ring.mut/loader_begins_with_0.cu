// SPDX-License-Identifier: MIT
// fails: R, D
// because: the loader waits until the first phase of empty is over: nobody ends it
//@2
            mbarrier_wait_parity(&b.empty[stage], t / STAGES % 2);
            fill(&p, &stages[stage], &b.full[stage], row, col, t);
//@end
