// SPDX-License-Identifier: MIT
// fails: R
// because: where fewer than four columns are left none of them is loaded
//@from
                b[e] = load_or_zero(from + e, e < inside);
//@to
                b[e] = load_or_zero(from + e, inside >= 4);
//@end
