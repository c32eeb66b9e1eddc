// SPDX-License-Identifier: MIT
// fails: D
// because: every thread of a block stores the same value to the block's first element, too
//@1
C[row * ldc + col] = alpha * acc;
__shared__ float last;
last = k;
//@end
