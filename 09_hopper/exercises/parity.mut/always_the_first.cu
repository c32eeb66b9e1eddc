// SPDX-License-Identifier: MIT
// fails: R, D
// because: from the second tile on, phase 0 is over already
//@2
        mbarrier_wait_parity(&full, 0);
//@end
