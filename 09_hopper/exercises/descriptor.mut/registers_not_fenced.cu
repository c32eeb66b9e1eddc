// SPDX-License-Identifier: MIT
// fails: D
// because: nothing says that the registers of the sums are ready
//@2
//@end
