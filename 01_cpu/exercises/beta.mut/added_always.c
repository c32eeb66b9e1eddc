// SPDX-License-Identifier: MIT
// fails: R
// because: C is taken as zero in the wrong case: where beta is not 0
//@1
            *c = beta == 0 ? alpha * acc + *c : alpha * acc;
//@end
