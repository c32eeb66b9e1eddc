// SPDX-License-Identifier: MIT
// fails: L every_second
// because: Strides multiplied mode by mode; but 8 elements of B's count are two columns.
//@1
LAYOUT(every_second, "(4,4):(10,8)");
//@end
