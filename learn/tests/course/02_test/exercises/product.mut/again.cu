// SPDX-License-Identifier: MIT
// fails: C global_load_requests
// because: all is loaded three times
//@1
for (int turn = 0; turn < 2; turn++)
    for (int p = 0; p < k; p++)
        acc += (A[row * lda + p] - A[row * lda + p]) * B[p * ldb + col];
C[row * ldc + col] = alpha * acc;
//@end
