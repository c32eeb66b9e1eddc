// SPDX-License-Identifier: MIT
// fails: R
// because: tiles at the edges are stored whole: 4 x 4 elements, also where the matrix has ended
//@from
                for (int j = 0; j < cols; j++) {
//@to
                for (int j = 0; j < smaller(NR, ldc - j0); j++) {
//@end
