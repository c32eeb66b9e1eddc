// SPDX-License-Identifier: MIT
// fails: C ldmatrix_wavefronts
// because: Two bits of the row: rows 0 and 4 meet, two wavefronts for each matrix.
//@1
const int vector = (k / VECTOR) ^ (row % 4);
return row * BK + vector * VECTOR + k % VECTOR;
//@end
