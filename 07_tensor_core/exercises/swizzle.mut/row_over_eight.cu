// SPDX-License-Identifier: MIT
// fails: C ldmatrix_wavefronts
// because: The row's upper bit: the same for all 8 rows of a matrix, which stay together.
//@1
const int vector = (k / VECTOR) ^ (row / 8);
return row * BK + vector * VECTOR + k % VECTOR;
//@end
