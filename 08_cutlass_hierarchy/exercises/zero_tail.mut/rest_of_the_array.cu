// SPDX-License-Identifier: MIT
// fails: R, D
// because: behind the end of a row stands the gap or the next row, not zeros
//@1
    const bool inside = row < x.rows;
    cp_async_ca_4(to, x.data + (inside ? row_major(row, col, x.ld) : 0), inside ? 4 : 0);
//@end
