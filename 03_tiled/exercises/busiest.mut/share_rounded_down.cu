// SPDX-License-Identifier: MIT
// fails: P one_stride
// because: 13.02 rounded down: the block with the last tile has one more
//@1
ANSWER(two_strides, 20);
ANSWER(one_stride, 13);
//@end
