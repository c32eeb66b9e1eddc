// SPDX-License-Identifier: MIT
// fails: D
// because: wgmma still reads the stage that is given back
//@3
            mbarrier_wait_parity(&b.full[stage], t / STAGES % 2);
            multiply(acc, &stages[stage], t > 0);
            if (threadIdx.x % 32 == 0)
                mbarrier_arrive(&b.empty[stage]);
            wgmma_wait_group(0);
//@end
