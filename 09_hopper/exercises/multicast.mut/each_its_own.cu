// SPDX-License-Identifier: MIT
// fails: C tma_load_bytes
// because: both halves by each block, for itself alone: as much is fetched as before
//@3
            for (int half = 0; half < 2; half++)
                tma_load_2d_multicast(s.B + half * HALF * ROW, &p.b, &full, t * BK,
                                      col + half * HALF, 1u << rank);
//@end
