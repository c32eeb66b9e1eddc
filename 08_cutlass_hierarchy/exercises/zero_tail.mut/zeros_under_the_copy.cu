// SPDX-License-Identifier: MIT
// fails: D
// because: zeros are stored where a copy of the same turn may still land
//@1
    const bool inside = row < x.rows && col < x.cols;
    cp_async_ca_4(to, x.data + (inside ? row_major(row, col, x.ld) : 0), inside ? 4 : 0);
    if (!inside)
        *to = 0;
//@end
