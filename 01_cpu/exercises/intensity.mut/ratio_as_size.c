// SPDX-License-Identifier: MIT
// fails: P bend
// because: 12 is the intensity at the bend, not the size that has it
//@from
ANSWER(bend, 72);
//@to
ANSWER(bend, 12);
//@end
