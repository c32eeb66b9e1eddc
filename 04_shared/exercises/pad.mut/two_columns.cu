// SPDX-License-Identifier: MIT
// fails: C shared_load_wavefronts
// because: two columns more: rows begin two banks apart, and every second lane meets another one
//@1
    __shared__ float As[TILE][TILE + 2];
//@end
