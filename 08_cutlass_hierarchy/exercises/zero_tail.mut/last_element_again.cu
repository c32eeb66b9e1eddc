// SPDX-License-Identifier: MIT
// fails: R
// because: the address is clamped to the last element, which is no zero
//@1
    const int i = smaller(row, x.rows - 1), j = smaller(col, x.cols - 1);
    cp_async_ca_4(to, x.data + row_major(i, j, x.ld), 4);
//@end
