// SPDX-License-Identifier: MIT
// fails: R, D
// because: rows behind the last one of A only reach rows behind C, and are read all the same
//@1
    unsigned mask = (1u << COPIES) - 1 | (col < B.cols ? 1u << COPIES : 0);
//@end
