// SPDX-License-Identifier: MIT
// fails: R
// because: the type was changed along with the extent: fractions are lost
//@1
    __shared__ int As[TILE][TILE + 1];
//@end
