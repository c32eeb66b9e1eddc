// SPDX-License-Identifier: MIT
// fails: P two_strides
// because: rounds both strides down: what is left over needs a turn, too
//@1
ANSWER(two_strides, 12);
ANSWER(one_stride, 14);
//@end
