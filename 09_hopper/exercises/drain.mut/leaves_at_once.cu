// SPDX-License-Identifier: MIT
// fails: R, D
// because: the block ends while its last store is under way
//@3
//@end
