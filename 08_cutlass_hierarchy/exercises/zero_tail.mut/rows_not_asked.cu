// SPDX-License-Identifier: MIT
// fails: R, D
// because: rows behind the last one of B are read, and 0 times NaN is NaN
//@1
    const bool inside = col < x.cols;
    cp_async_ca_4(to, x.data + (inside ? row_major(row, col, x.ld) : 0), inside ? 4 : 0);
//@end
