// SPDX-License-Identifier: MIT
// fails: D
// because: the other block's copies may not know the barrier yet
//@1
//@end
