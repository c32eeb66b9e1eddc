// SPDX-License-Identifier: MIT
// fails: L one
// because: 8:1 and 8:8 continue each other as well: after a join, look at the neighbour again.
//@1
LAYOUT(one, "(8,8):(1,8)");
//@end
