// SPDX-License-Identifier: MIT
// fails: P c_sectors
// because: counts as if each row began at a sector: 2 for 16 floats, whatever ld is
//@1
ANSWER(a_sectors, 2);
ANSWER(c_sectors, 16);
//@end
