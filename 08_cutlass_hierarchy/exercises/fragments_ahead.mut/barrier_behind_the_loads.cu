// SPDX-License-Identifier: MIT
// fails: R, D
// because: the barrier stands behind the loads that it should guard
//@1
            const bool last = slice == SLICES - 1;
            load_fragments(&set[(slice + 1) % 2], &shared[last ? (t + 1) % 2 : t % 2],
                           last ? 0 : slice + 1);
            if (last)
                __syncthreads();
            if (slice == 0)
                fill(&shared[(t + 1) % 2], A, B, t + 1);
            multiply(acc, &set[slice % 2]);
//@end
