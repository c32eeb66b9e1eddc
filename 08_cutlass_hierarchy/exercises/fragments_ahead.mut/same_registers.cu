// SPDX-License-Identifier: MIT
// fails: R
// because: the next slice overwrites the set that is about to be multiplied
//@from
                __syncthreads(); // tile t + 1 is complete; nobody needs tile t any more
            load_fragments(&set[(slice + 1) % 2], &shared[last ? (t + 1) % 2 : t % 2],
//@to
                __syncthreads();
            load_fragments(&set[slice % 2], &shared[last ? (t + 1) % 2 : t % 2],
//@end
