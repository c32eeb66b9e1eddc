// SPDX-License-Identifier: MIT
// fails: L tv
// because: The values of a lane go down a column: four rows. A float4 lies along a row.
//@1
LAYOUT(tv, "((4,8),4):((4,8),1)");
//@end
