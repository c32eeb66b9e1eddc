// SPDX-License-Identifier: MIT
// fails: R
// because: 31 words in a row: no conflict, and column 31 is column 0 of the next row
//@1
    __shared__ float words[BK * 31 + 32];
    float(*As)[31] = (float(*)[31])words;
//@end
