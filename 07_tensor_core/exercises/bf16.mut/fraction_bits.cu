// SPDX-License-Identifier: MIT
// fails: P bf16_stops
// because: The 7 bits of the fraction: the leading one, which is not stored, counts too.
//@1
ANSWER(bf16_stops, 128);
//@end
