// SPDX-License-Identifier: MIT
// fails: L one
// because: The mode of extent 1 is still there. Its stride is never used, so it can go.
//@1
LAYOUT(one, "(8,1,8):(1,7,8)");
//@end
