// SPDX-License-Identifier: MIT
// fails: R, D
// because: tile t + 1 is read before other warps have filled their part of it
//@1
            const bool last = slice == SLICES - 1;
            load_fragments(&set[(slice + 1) % 2], &shared[last ? (t + 1) % 2 : t % 2],
                           last ? 0 : slice + 1);
            if (slice == 0)
                fill(&shared[(t + 1) % 2], A, B, t + 1);
            multiply(acc, &set[slice % 2]);
//@end
