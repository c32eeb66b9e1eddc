// SPDX-License-Identifier: MIT
// fails: C barriers
// because: two stages, and still both barriers: nothing is gained
//@from
        __syncthreads(); // this stage is complete, and nobody needs the other one
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
//@to
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
        __syncthreads();
//@end
