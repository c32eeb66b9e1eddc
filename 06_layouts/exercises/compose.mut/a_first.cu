// SPDX-License-Identifier: MIT
// fails: L transposed
// because: The shape of A with the strides of the result: R has the shape of B, which is asked
// first.
//@2
LAYOUT(transposed, "(4,8):(1,10)");
//@end
