// SPDX-License-Identifier: MIT
// fails: R, D
// because: nobody arrives at empty: the loader waits for ever
//@3
            mbarrier_wait_parity(&b.full[stage], t / STAGES % 2);
            multiply(acc, &stages[stage], t > 0);
            wgmma_wait_group(0);
//@end
