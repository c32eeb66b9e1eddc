// SPDX-License-Identifier: MIT
// fails: R
// because: a half goes to where the other one belongs
//@3
            tma_load_2d_multicast(s.B + (1 - rank) * HALF * ROW, &p.b, &full, t * BK,
                                  col + rank * HALF, 3);
//@end
