// SPDX-License-Identifier: MIT
// fails: L beyond
// because: Beyond what is covered comes 24, not 19, where A ends: the copies have filled up to 24.
//@3
LAYOUT(beyond, "(2,2,2):(1,4,19)");
//@end
