// SPDX-License-Identifier: MIT
// fails: C shared_load_wavefronts
// because: The swizzle of rows of 64: bit 6 is the column's, so two rows share each bank.
//@1
return (struct swizzle_literal){.bits = 5, .base = 0, .shift = 6};
//@end
