// SPDX-License-Identifier: MIT
// fails: L beyond
// because: A and these copies cover 0 to 23. M is 48: a second stretch of 24.
//@3
LAYOUT(beyond, "(2,2):(1,4)");
//@end
