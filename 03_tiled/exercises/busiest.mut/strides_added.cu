// SPDX-License-Identifier: MIT
// fails: P two_strides
// because: adds the turns to the right and down: the loops are nested
//@1
ANSWER(two_strides, 9);
ANSWER(one_stride, 14);
//@end
