// SPDX-License-Identifier: MIT
// fails: L every_second
// because: The first four columns: 8 elements, counted down columns of 4, are two columns.
//@1
LAYOUT(every_second, "(4,4):(10,1)");
//@end
