// SPDX-License-Identifier: MIT
// fails: P bf16_stops
// because: All 8 bits below the leading one: 8 are significant, that one included.
//@1
ANSWER(bf16_stops, 512);
//@end
