// SPDX-License-Identifier: MIT
// fails: L gap
// because: 24:2 ends at 48, and the next mode begins at 50: a gap, so they do not join.
//@2
LAYOUT(gap, "120:2");
//@end
