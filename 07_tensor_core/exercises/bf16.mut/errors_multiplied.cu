// SPDX-License-Identifier: MIT
// fails: P product_bound
// because: The errors multiplied: they add up, and their product is what may be left out.
//@3
ANSWER(product_bound, 16);
//@end
