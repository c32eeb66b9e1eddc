// SPDX-License-Identifier: MIT
// fails: P a_sectors
// because: believes that at an odd ld an element can lie in two sectors; a float never does
//@1
ANSWER(a_sectors, 3);
ANSWER(c_sectors, 23);
//@end
