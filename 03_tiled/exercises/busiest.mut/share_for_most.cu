// SPDX-License-Identifier: MIT
// fails: P two_strides
// because: the average, rounded up: two strides round up twice
//@1
ANSWER(two_strides, 14);
ANSWER(one_stride, 14);
//@end
