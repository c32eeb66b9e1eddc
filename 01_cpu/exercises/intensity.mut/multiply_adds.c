// SPDX-License-Identifier: MIT
// fails: P flop
// because: a multiply-add is counted as one operation; it is two
//@from
ANSWER(flop, 2 * 96 * 96 * 96);
//@to
ANSWER(flop, 96 * 96 * 96);
//@end
