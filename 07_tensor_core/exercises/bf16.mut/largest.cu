// SPDX-License-Identifier: MIT
// fails: P f16_stops
// because: The largest f16: the gaps between numbers stop the sum long before.
//@2
ANSWER(f16_stops, 65504);
//@end
