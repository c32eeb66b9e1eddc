// SPDX-License-Identifier: MIT
// fails: L in_memory
// because: The TV layout itself: numbers of elements, not yet where they lie.
//@2
LAYOUT(in_memory, "((4,8),4):((32,1),8)");
//@end
