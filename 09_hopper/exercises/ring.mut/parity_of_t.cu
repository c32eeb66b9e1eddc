// SPDX-License-Identifier: MIT
// fails: R, D
// because: the parity changes each time round the ring, and not with each tile
//@from
            mbarrier_wait_parity(&b.full[stage], t / STAGES % 2);
//@to
            mbarrier_wait_parity(&b.full[stage], t % 2);
//@end
