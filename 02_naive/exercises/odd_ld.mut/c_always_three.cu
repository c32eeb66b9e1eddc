// SPDX-License-Identifier: MIT
// fails: P c_sectors
// because: gives each row 3 sectors; row 0 begins at a sector
//@1
ANSWER(a_sectors, 2);
ANSWER(c_sectors, 24);
//@end
