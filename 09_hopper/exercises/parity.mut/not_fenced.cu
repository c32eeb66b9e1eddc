// SPDX-License-Identifier: MIT
// fails: D
// because: the copy engine may not know the barrier yet; all goes well as a rule
//@1
//@end
