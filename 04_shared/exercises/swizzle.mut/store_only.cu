// SPDX-License-Identifier: MIT
// fails: R
// because: swizzled where it is stored, and not where it is read
//@from
        acc += As[p][y ^ p % BM] * Bs[p][x];
//@to
        acc += As[p][y] * Bs[p][x];
//@end
