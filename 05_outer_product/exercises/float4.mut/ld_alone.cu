// SPDX-License-Identifier: MIT
// fails: R, D
// because: rows begin at 16 bytes, but 61 columns end within a float4: the last one leaves B
//@2
    const bool aligned = ldb % 4 == 0;
//@end
