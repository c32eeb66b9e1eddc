// SPDX-License-Identifier: MIT
// fails: L tv
// because: Offsets of the row-major tile; a TV layout counts elements column by column.
//@1
LAYOUT(tv, "((4,8),4):((4,16),1)");
//@end
