// SPDX-License-Identifier: MIT
// fails: R
// because: Shift 0 xors the row with itself: all rows become row 0, one on top of the other.
//@1
return (struct swizzle_literal){.bits = 5, .base = 7, .shift = 0};
//@end
