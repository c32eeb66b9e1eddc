// SPDX-License-Identifier: MIT
// fails: R, D
// because: lanes need not run in step: a row is read before others have written it
//@from
    __syncwarp(); // all lanes' sums are there
//@to
//@end
