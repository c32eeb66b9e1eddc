// SPDX-License-Identifier: MIT
// fails: L gap
// because: The joined mode has the stride of its first part, not of its last.
//@2
LAYOUT(gap, "(24,5):(16,50)");
//@end
