// SPDX-License-Identifier: MIT
// fails: L every_fourth
// because: Each tile begins 4 after the one before; but element 4 is in tile 0.
//@1
LAYOUT(every_fourth, "(4,8):(4,4)");
//@end
