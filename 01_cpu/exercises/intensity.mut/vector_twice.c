// SPDX-License-Identifier: MIT
// fails: P vector
// because: 4 bytes for each multiply-add, which is two operations
//@from
ANSWER(vector, 2);
//@to
ANSWER(vector, 4);
//@end
