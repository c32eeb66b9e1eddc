// SPDX-License-Identifier: MIT
// fails: R
// because: the next slice overwrites the set that is about to be multiplied
//@1
            const bool last = slice == SLICES - 1;
            if (last)
                __syncthreads();
            load_fragments(&set[slice % 2], &shared[last ? (t + 1) % 2 : t % 2],
                           last ? 0 : slice + 1);
            if (slice == 0)
                fill(&shared[(t + 1) % 2], A, B, t + 1);
            multiply(acc, &set[slice % 2]);
//@end
