// SPDX-License-Identifier: MIT
// fails: L offset
// because: The tile as column-major: 4 to the next column.
//@1
return i % 4 + i / 4 * 64 + j % 8 * 4 + j / 8 * 32;
//@end
