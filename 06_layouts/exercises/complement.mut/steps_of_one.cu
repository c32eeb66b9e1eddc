// SPDX-License-Identifier: MIT
// fails: L between
// because: A has two neighbours: its copies are 2 apart, or they overlap.
//@2
LAYOUT(between, "4:1");
//@end
