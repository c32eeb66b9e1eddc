// SPDX-License-Identifier: MIT
// fails: L owner
// because: The TV layout again: it asks for the lane first, the inverse asks for the element first.
//@3
LAYOUT(owner, "((4,8),4):((32,1),8)");
//@end
