// SPDX-License-Identifier: MIT
// fails: R
// because: packed column after column, and read row after row
//@from
                packed[p * NR + j] = B[p * ldb + j0 + j];
//@to
                packed[j * k + p] = B[p * ldb + j0 + j];
//@end
