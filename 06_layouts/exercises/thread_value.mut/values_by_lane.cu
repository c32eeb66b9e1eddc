// SPDX-License-Identifier: MIT
// fails: L owner
// because: Four neighbours given to four lanes; they are the values of one.
//@3
LAYOUT(owner, "(8,(4,4)):(4,(1,32))");
//@end
