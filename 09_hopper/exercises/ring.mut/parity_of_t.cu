// SPDX-License-Identifier: MIT
// fails: R, D
// because: the parity changes each time round the ring, and not with each tile
//@3
            mbarrier_wait_parity(&b.full[stage], t % 2);
            multiply(acc, &stages[stage], t > 0);
            wgmma_wait_group(0);
            if (threadIdx.x % 32 == 0)
                mbarrier_arrive(&b.empty[stage]);
//@end
