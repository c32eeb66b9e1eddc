// SPDX-License-Identifier: MIT
// fails: R
// because: without beta the product is stored as it is: alpha is forgotten there
//@1
            *c = beta == 0 ? acc : alpha * acc + beta * *c;
//@end
