// SPDX-License-Identifier: MIT
// fails: R
// because: Longer rows are step 4's cure: here they have no room, and the last ones lie outside.
//@1
return row * (BK + VECTOR) + k;
//@end
