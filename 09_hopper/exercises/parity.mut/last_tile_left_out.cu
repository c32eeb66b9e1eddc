// SPDX-License-Identifier: MIT
// fails: R
// because: who leaves the loop early leaves out products
//@2
        mbarrier_wait_parity(&full, t % 2);
        if (t > 0 && t + 1 == p.k_tiles)
            break;
//@end
