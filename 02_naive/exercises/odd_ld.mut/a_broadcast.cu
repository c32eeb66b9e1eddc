// SPDX-License-Identifier: MIT
// fails: P a_sectors
// because: believes that a broadcast makes one sector of both rows: it serves 16 lanes of a row,
//   and the rows are 1,020 bytes apart
//@1
ANSWER(a_sectors, 1);
ANSWER(c_sectors, 23);
//@end
