// SPDX-License-Identifier: MIT
// fails: P bytes
// because: numbers are counted, not their bytes
//@from
ANSWER(bytes, 4 * 3 * 96 * 96);
//@to
ANSWER(bytes, 3 * 96 * 96);
//@end
