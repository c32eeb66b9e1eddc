// SPDX-License-Identifier: MIT
// fails: P c_sectors
// because: counts the bytes from the first to the last of 8 rows, gaps included
//@1
ANSWER(a_sectors, 2);
ANSWER(c_sectors, 225);
//@end
