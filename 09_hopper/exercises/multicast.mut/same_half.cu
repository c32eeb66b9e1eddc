// SPDX-License-Identifier: MIT
// fails: R
// because: both ask for the first half
//@2
            tma_load_2d_multicast(s.B + rank * HALF * ROW, &p.b, &full, t * BK, col, 3);
//@end
