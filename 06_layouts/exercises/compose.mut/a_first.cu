// SPDX-License-Identifier: MIT
// fails: L transposed
// because: The other way round: A first, then B. R has the shape of B, the one that is asked first.
//@2
LAYOUT(transposed, "(4,8):(1,4)");
//@end
