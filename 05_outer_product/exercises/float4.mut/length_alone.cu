// SPDX-License-Identifier: MIT
// fails: R, D
// because: n is a multiple of 4, but rows are 37 floats apart: the second begins at 148 bytes
//@2
    const bool aligned = n % 4 == 0;
//@end
