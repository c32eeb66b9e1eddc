// SPDX-License-Identifier: MIT
// fails: P f16_stops
// because: The 10 bits of the fraction: from 1024 on numbers are 1 apart, and the sum still grows.
//@2
ANSWER(f16_stops, 1024);
//@end
