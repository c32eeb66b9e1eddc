// SPDX-License-Identifier: MIT
// fails: P bf16_stops
// because: The range of a float, but not its 24 bits.
//@1
ANSWER(bf16_stops, 16777216);
//@end
