// SPDX-License-Identifier: MIT
// fails: R, D
// because: two stages do not replace the first barrier: others have not stored yet
//@from
        __syncthreads(); // this stage is complete, and nobody needs the other one
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
//@to
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
        __syncthreads();
//@end
