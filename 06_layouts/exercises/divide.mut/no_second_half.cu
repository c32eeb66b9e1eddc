// SPDX-License-Identifier: MIT
// fails: L every_fourth
// because: Eight tiles that begin side by side: tile 4 would be tile 0 again. After four comes 16.
//@1
LAYOUT(every_fourth, "(4,8):(4,1)");
//@end
