// SPDX-License-Identifier: MIT
// fails: R, D
// because: 1 is block 0, and not the rank of the other
//@3
            tma_load_2d_multicast(s.B + rank * HALF * ROW, &p.b, &full, t * BK, col + rank * HALF,
                                  1);
//@end
