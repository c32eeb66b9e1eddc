// SPDX-License-Identifier: MIT
// fails: R, D
// because: the tiles are overwritten while slow warps still read them
//@from
        }
        __syncthreads();
//@to
        }
//@end
