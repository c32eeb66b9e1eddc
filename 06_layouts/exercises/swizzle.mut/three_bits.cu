// SPDX-License-Identifier: MIT
// fails: C shared_load_wavefronts
// because: Three bits tell 8 rows apart; 32 lanes need five.
//@1
return (struct swizzle_literal){.bits = 3, .base = 0, .shift = 7};
//@end
