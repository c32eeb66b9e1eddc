// SPDX-License-Identifier: MIT
// fails: D
// because: all threads outside write one shared word, to remember that there are some: a race,
//   although C is right
//@1
    __shared__ int outside;
    if (row >= m || col >= n) {
        outside = row + col;
        return;
    }
//@end
