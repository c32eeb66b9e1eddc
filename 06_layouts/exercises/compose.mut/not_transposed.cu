// SPDX-License-Identifier: MIT
// fails: L transposed
// because: The strides of A in their old order; but mode 0 now walks along a row, 1 apart.
//@2
LAYOUT(transposed, "(8,4):(10,1)");
//@end
