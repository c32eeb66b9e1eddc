// SPDX-License-Identifier: MIT
// fails: R, D
// because: parity 1 first: the phase before the first one counts as over
//@2
        mbarrier_wait_parity(&full, (t + 1) % 2);
//@end
