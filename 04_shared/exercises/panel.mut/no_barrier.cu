// SPDX-License-Identifier: MIT
// fails: R
// because: no barrier: reads what others have not fetched yet
//@from
    __syncthreads(); // all of both panels is there, whoever fetched it
//@to
//@end
