// SPDX-License-Identifier: MIT
// fails: P product_bound
// because: The error of one factor; both are rounded.
//@3
ANSWER(product_bound, 8);
//@end
