// SPDX-License-Identifier: MIT
// fails: D
// because: the other threads multiply what is not here yet
//@2
        if (threadIdx.x == 0)
            mbarrier_wait_parity(&full, t % 2);
//@end
