// SPDX-License-Identifier: MIT
// fails: L in_memory
// because: Rows of 16, as the tile has; in memory each begins 20 after the one before.
//@2
LAYOUT(in_memory, "((4,8),4):((4,16),1)");
//@end
