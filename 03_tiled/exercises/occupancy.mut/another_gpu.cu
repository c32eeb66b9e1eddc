// SPDX-License-Identifier: MIT
// fails: C blocks
// because: the places of an H200, written down: this GPU is another one
//@2
    const int blocks = smaller(tiles, 1056);
//@end
