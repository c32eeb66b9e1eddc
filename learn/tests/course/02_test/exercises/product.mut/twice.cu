// SPDX-License-Identifier: MIT
// fails: R
// because: alpha twice
//@1
C[row * ldc + col] = alpha * alpha * acc;
//@end
