// SPDX-License-Identifier: MIT
// fails: L in_memory
// because: The columns became neighbours, the rows stayed as they were: the next one is 20 on.
//@2
LAYOUT(in_memory, "((4,8),4):((4,1),1)");
//@end
