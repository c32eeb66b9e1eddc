// SPDX-License-Identifier: MIT
// fails: R
// because: alpha multiplies the old C as well
//@1
            *c = beta == 0 ? alpha * acc : alpha * (acc + beta * *c);
//@end
