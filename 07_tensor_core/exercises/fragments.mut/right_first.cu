// SPDX-License-Identifier: MIT
// fails: R
// because: Registers 1 and 2 of A exchanged: right first, then down.
//@1
return (struct place){lane / 4 + r / 2 * 8, lane % 4 * 2 + r % 2 * 8};
//@end
