// SPDX-License-Identifier: MIT
// fails: L tiles
// because: As if each tile lay packed. A division moves nothing: the matrix is row-major.
//@2
LAYOUT(tiles, "((4,8),(4,4)):((8,1),(32,128))");
//@end
