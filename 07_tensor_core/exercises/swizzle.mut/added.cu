// SPDX-License-Identifier: MIT
// fails: R
// because: c + r without modulo 8: vectors run over into the next row.
//@1
const int vector = k / VECTOR + row % 8;
return row * BK + vector * VECTOR + k % VECTOR;
//@end
