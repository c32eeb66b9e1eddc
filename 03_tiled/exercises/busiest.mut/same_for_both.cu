// SPDX-License-Identifier: MIT
// fails: P one_stride
// because: believes that the same 48 blocks have the same shares in any arrangement
//@1
ANSWER(two_strides, 20);
ANSWER(one_stride, 20);
//@end
