// SPDX-License-Identifier: MIT
// fails: R, D
// because: the mask names the block that asks: half of the bytes never come
//@3
            tma_load_2d_multicast(s.B + rank * HALF * ROW, &p.b, &full, t * BK, col + rank * HALF,
                                  1u << rank);
//@end
