// SPDX-License-Identifier: MIT
// fails: R, D
// because: behind the last slice comes the next tile, not this one again
//@1
            const bool last = slice == SLICES - 1;
            if (last)
                __syncthreads();
            load_fragments(&set[(slice + 1) % 2], &shared[t % 2], last ? 0 : slice + 1);
            if (slice == 0)
                fill(&shared[(t + 1) % 2], A, B, t + 1);
            multiply(acc, &set[slice % 2]);
//@end
