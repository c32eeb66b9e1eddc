// SPDX-License-Identifier: MIT
// fails: D
// because: the last turn loads fragments of a tile that nobody has filled
//@1
            const bool last = slice == SLICES - 1;
            if (last)
                __syncthreads();
            load_fragments(&set[(slice + 1) % 2], &shared[last ? (t + 1) % 2 : t % 2],
                           last ? 0 : slice + 1);
            if (slice == 0 && t + 1 < k_tiles)
                fill(&shared[(t + 1) % 2], A, B, t + 1);
            multiply(acc, &set[slice % 2]);
//@end
