// SPDX-License-Identifier: MIT
// fails: C shared_load_wavefronts
// because: A swizzle of 16-byte vectors: it has 8 places in the banks for 32 rows.
//@1
return (struct swizzle_literal){.bits = 3, .base = 2, .shift = 5};
//@end
