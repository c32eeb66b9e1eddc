// SPDX-License-Identifier: MIT
// fails: R
// because: adds to C with any beta but 0: a sum, not a linear combination
//@1
            *c = beta == 0 ? alpha * acc : alpha * acc + *c;
//@end
